// Taps that the club does not have yet: kept on the device, sent in order, each taken once (`tables/live_cards/entry_taps.py`).
// A queue is an array that is never changed; what is kept is its text.

/**
 * @typedef {{ kind: "enter" | "back" | "misdeal", number: number, ask: number, decision: string, is_unseen: boolean,
 *   button?: number | null, game?: string, posting?: number[] }} Tap
 */

/**
 * The queue with one tap more.
 * @param {readonly Tap[]} queue
 * @param {Tap} tap
 * @returns {Tap[]}
 */
export const added = (queue, tap) => [...queue, tap];

/**
 * The queue without its last tap, if that was not sent; `sent` are so many from the front that are on their way.
 * @param {readonly Tap[]} queue
 * @param {number} sent
 * @returns {Tap[] | null} null if there is none to take back here
 */
export const withoutLast = (queue, sent) => (queue.length > sent ? queue.slice(0, -1) : null);

/**
 * The queue once the club has answered: without the taps it took. After a refusal nothing is left: what was tapped after it was
 * tapped on what was not so.
 * @param {readonly Tap[]} queue
 * @param {number} done
 * @param {boolean} isRefused
 * @returns {Tap[]}
 */
export const answered = (queue, done, isRefused) => (isRefused ? [] : queue.slice(done));

/**
 * @param {readonly Tap[]} queue
 * @returns {string}
 */
export const kept = (queue) => JSON.stringify(queue);

/**
 * The queue of a text that was kept; empty for anything else.
 * @param {string | null} text
 * @returns {Tap[]}
 */
export function found(text) {
  try {
    const queue = JSON.parse(text ?? "[]");
    return Array.isArray(queue) ? queue.filter((tap) => tap && Number.isInteger(tap.number)) : [];
  } catch {
    return [];
  }
}
