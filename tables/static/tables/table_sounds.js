// What is to be heard of a table: which sounds a change of the felt calls for. Nothing sounds here.

/**
 * A felt as the ear knows it: the hand, how many cards lie on it, its bets as words, whose turn it is (`ask`, the number of one's
 * own question, or empty), whether the hand is over and whether one has won of it.
 * @typedef {{ hand: string, cards: number, bets: string, ask: string, isOver: boolean, hasWon: boolean }} Felt
 */

/** The sounds, and for how long a phone shakes for them and rests between (milliseconds). @type {Record<string, number[]>} */
export const SHAKES = { turn: [60, 60, 60], seconds: [30], win: [40, 40, 120] };

/** @type {Record<string, [pitch: number, after: number, length: number, loud?: number][]>} */
export const SOUNDS = {
  turn: [
    [659, 0, 0.14],
    [988, 0.15, 0.22],
  ],
  seconds: [[1480, 0, 0.05, 0.7]],
  deal: [
    [2600, 0, 0.018, 0.35],
    [2200, 0.06, 0.018, 0.35],
  ],
  chips: [
    [3100, 0, 0.02, 0.35],
    [3900, 0.045, 0.02, 0.35],
    [3400, 0.08, 0.02, 0.3],
  ],
  win: [
    [523, 0, 0.12],
    [659, 0.11, 0.12],
    [784, 0.22, 0.12],
    [1047, 0.33, 0.3],
  ],
};

/**
 * What a fresh felt sounds like, by its names in `SOUNDS`; one's own turn drowns the rest. Nothing is heard of a page's first felt
 * but that one is asked.
 * @param {Felt | null} before
 * @param {Felt} now
 * @returns {string[]}
 */
export function heard(before, now) {
  if (now.ask && now.ask !== before?.ask) return ["turn"];
  if (!before) return [];
  if (now.isOver && now.hasWon && !(before.isOver && before.hand === now.hand)) return ["win"];
  if (now.hand !== before.hand || now.cards > before.cards) return now.cards ? ["deal"] : [];
  return now.bets !== before.bets && now.bets ? ["chips"] : [];
}

const LAST_SECONDS = 5;

/**
 * The second that is to be heard now, or null: each of the last five once.
 * @param {number} left milliseconds of one's own clock
 * @param {number | null} told the second that was heard last
 */
export function secondHeard(left, told) {
  const second = Math.ceil(left / 1000);
  return second >= 1 && second <= LAST_SECONDS && second !== told ? second : null;
}
