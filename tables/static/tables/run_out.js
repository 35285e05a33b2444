// The pace of a run-out: which of its stages is shown so long after the last bet was called. Spans are milliseconds.

/** Before the first card comes, so that the open hands are seen. */
export const FIRST = 700;
/** From one street, or board, to the next. */
export const STREET = 1000;
/** From the last card to the result. */
export const LAST = 800;

/**
 * @typedef {[counts: number[], equity: Record<string, number>, held: Record<string, number>]} Stage cards of each board, per cent
 *   of the pot by seat, and in stud the cards of each hand by seat
 */

/**
 * The stage that is shown, counted from 0; null once all of it is over.
 * @param {number} elapsed
 * @param {number} count of the stages; the first is as the last bet left it
 */
export function stageAt(elapsed, count) {
  if (elapsed < FIRST) return 0;
  const at = 1 + Math.floor((elapsed - FIRST) / STREET);
  if (at < count - 1) return at;
  return elapsed < FIRST + STREET * (count - 2) + LAST ? count - 1 : null;
}
