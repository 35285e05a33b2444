// A player's own sizes of raises: what was written down, and what each comes to.

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
