// Warnings of the clock: which tones there are, and when one is due.

/** @type {Record<string, import("../club/speaker.js").Tone[]>} */
export const TONES = {
  silent: [],
  beeps: [
    [660, 0, 0.18],
    [660, 0.3, 0.18],
  ],
  rising: [
    [880, 0, 0.35],
    [880, 0.45, 0.35],
    [1175, 0.9, 0.7],
  ],
  chime: [
    [523, 0, 0.3],
    [659, 0.35, 0.3],
    [784, 0.7, 0.6],
  ],
  horn: [
    [220, 0, 0.9],
    [277, 0, 0.9],
  ],
  bell: [
    [1047, 0, 1.2],
    [2093, 0, 0.6],
  ],
};
/** What sounds for each signal unless the screen is arranged otherwise. @type {Record<string, string>} */
export const USUAL = { minute: "beeps", level: "rising", break: "chime" };
/** From 0 to 1. */
export const LOUD = 0.5;

const MINUTE_MS = 60_000;
const MINUTE_SPAN_MS = 5_000; // a page that opens later than this says nothing of the minute any more

/**
 * Which end has passed since the last look, and whether the last minute has just begun.
 * The part may be fetched anew in the very moment of its end: what was seen before tells which end it was.
 * @param {{until: string, kind: string} | null} before what was seen at the last look
 * @param {{until: string, kind: string} | null} shown what the page shows now
 * @param {number} instant the server's time
 */
export function look(before, shown, instant) {
  const left = shown ? Date.parse(shown.until) - instant : 0;
  const seen = left > 0 ? shown : null;
  const isMinute = seen !== null && left <= MINUTE_MS && left > MINUTE_MS - MINUTE_SPAN_MS;
  return { seen, ended: before && Date.parse(before.until) <= instant ? before : null, isMinute };
}
