// Amounts of chips as they are typed, slid and shown.

/**
 * With separators of thousands, as everywhere in the club.
 * @param {number} chips
 */
export const grouped = (chips) => new Intl.NumberFormat("en").format(chips);

/**
 * What was typed, as a number; NaN for what is none. Full-width digits and separators are what a Japanese keyboard gives.
 * @param {string} text
 */
export const chipsOf = (text) => Number(text.normalize("NFKC").replace(/[,\s]/g, ""));

/**
 * The amount as a whole number between the least and the most.
 * @param {number} amount
 * @param {number} lo
 * @param {number} hi
 */
export const legalAmount = (amount, lo, hi) => Math.round(Math.min(hi, Math.max(lo, amount)));

/**
 * Where a slider is taken to stand: it goes by round amounts, and to the very ends.
 * @param {{value: number, min: number, max: number, step: number}} slider
 */
export function slid({ value, min, max, step }) {
  if (value <= min) return value;
  return value + step > max ? max : Math.round(value / step) * step;
}

/**
 * By how much what was won and what was lost differ; a stack left empty is unchanged. NaN if one is no number.
 * @param {{had: number, typed: string}[]} stacks
 */
export function difference(stacks) {
  return stacks.reduce((sum, { had, typed }) => sum + (typed.trim() === "" ? 0 : chipsOf(typed) - had), 0);
}

/**
 * A difference with its sign; nothing for none, and for what is no number.
 * @param {number} chips
 */
export function differenceText(chips) {
  if (!chips || !Number.isFinite(chips)) return "";
  return new Intl.NumberFormat("en", { signDisplay: "exceptZero" }).format(chips);
}
