// Where cards of a Chinese hand lie, without a page: which row each lies in, and what follows from moving one.

/** @typedef {Record<string, string>} Places which row each card lies in; an empty text is the hand */

/** @param {Places} one @param {Places} other */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** How many cards lie in rows. @param {Places} places */
export const countPlaced = (places) => Object.values(places).filter(Boolean).length;

/** The cards that are in the hand, in the order of the deal. @param {string[]} cards @param {Places} places */
export const cardsInHand = (cards, places) => cards.filter((card) => !places[card]);

/**
 * The card that is picked once `card` has gone to its row: the next in the hand, in turn; none when enough are placed.
 * @param {string[]} cards in the order of the deal
 * @param {Places} places after the move
 * @param {string} card
 * @param {number} most cards to place
 */
export function pickedAfter(cards, places, card, most) {
  if (countPlaced(places) === most) return "";
  const at = cards.indexOf(card);
  return [...cards.slice(at + 1), ...cards.slice(0, at + 1)].find((one) => !places[one]) ?? "";
}

/** The cards that lie elsewhere now. @param {string[]} cards @param {Places} before @param {Places} now */
export const movedCards = (cards, before, now) => cards.filter((card) => before[card] !== now[card]);

/**
 * The card that an arrow key picks: the next or the one before, round the end; with none picked, the first or the last.
 * @param {string[]} cards
 * @param {string} picked
 * @param {number} by 1 or -1
 */
export function stepped(cards, picked, by) {
  const at = cards.indexOf(picked);
  if (at < 0) return by > 0 ? cards[0] : cards[cards.length - 1];
  return cards[(at + by + cards.length) % cards.length];
}
