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

const MOST_OWN_SIZES = 4;

/**
 * The sizes of raises that a player has written down, such as `75% 4bb`, with what each comes to. What cannot be raised to now
 * is left out, and so is what is no size.
 * @param {string} text
 * @param {{pot: number, highest: number, blind: number, lo: number, hi: number}} now the pot after a call, the highest bet,
 *   the big blind, the least and the most of a raise
 * @returns {{label: string, amount: number}[]}
 */
export function ownSizes(text, { pot, highest, blind, lo, hi }) {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/\d+(\.\d+)?\s*(%|bb)/g) ?? [];
  return words
    .map((word) => {
      const isShare = word.endsWith("%");
      const count = Number.parseFloat(word);
      const amount = isShare ? highest + Math.floor((pot * count) / 100) : Math.floor(blind * count);
      return { label: isShare ? `${count} %` : `${count} BB`, amount };
    })
    .filter(({ amount }) => amount > lo && amount < hi)
    .slice(0, MOST_OWN_SIZES);
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
