// Cards as they are typed: `As 10d X1`.

/**
 * The cards of a row, in the order in which they were typed.
 * @param {string} text
 * @returns {string[]}
 */
export const cardsIn = (text) => text.match(/[2-9TJQKA][cdhs]|10[cdhs]|X[12]/gi) ?? [];

/**
 * A card as it is compared with others: `10D` and `Td` are one.
 * @param {string} card
 */
export const sameCard = (card) => card.replace("10", "T").toLowerCase();

/**
 * The text with the card added; without it if it was there.
 * @param {string} text
 * @param {string} card
 */
export function toggled(text, card) {
  const held = text.split(/\s+/).filter(Boolean);
  return (held.includes(card) ? held.filter((one) => one !== card) : [...held, card]).join(" ");
}

/**
 * The text without its last card.
 * @param {string} text
 */
export const withoutLast = (text) => cardsIn(text).slice(0, -1).join(" ");
