import assert from "node:assert/strict";
import { test } from "node:test";

import { sound, speaker } from "../../club/static/club/speaker.js";

/** An audio context that writes down what it is asked for. */
function ear() {
  /** @type {{pitch: number, from: number, to: number, loudest: number}[]} */
  const heard = [];
  const context = {
    currentTime: 10,
    createOscillator() {
      const tone = {
        frequency: { value: 0 },
        from: 0,
        connect: (/** @type {unknown} */ next) => next,
        start: (/** @type {number} */ at) => {
          tone.from = at;
        },
        stop: (/** @type {number} */ at) => {
          heard.push({ pitch: tone.frequency.value, from: tone.from, to: at, loudest: levels.pop() });
        },
      };
      return tone;
    },
    createGain() {
      let loudest = 0;
      const note = (/** @type {number} */ level) => {
        loudest = Math.max(loudest, level);
        levels[0] = loudest;
      };
      return { gain: { setValueAtTime: note, linearRampToValueAtTime: note }, connect: () => null };
    },
  };
  /** @type {number[]} */
  const levels = [];
  speaker.audio = /** @type {any} */ (context);
  return heard;
}

test("nothing sounds before sound was switched on, nor at no volume", () => {
  speaker.audio = null;
  sound([[440, 0, 1]], 1);
  const heard = ear();
  sound([[440, 0, 1]], 0);
  assert.deepEqual(heard, []);
});

test("each tone has its pitch, begins and ends in its time, and is no louder than the volume", () => {
  const heard = ear();
  sound(
    [
      [440, 0, 0.5],
      [880, 0.5, 0.1, 0.5],
    ],
    0.4,
  );
  assert.deepEqual(heard, [
    { pitch: 440, from: 10, to: 10.5, loudest: 0.4 },
    { pitch: 880, from: 10.5, to: 10.6, loudest: 0.2 },
  ]);
});
