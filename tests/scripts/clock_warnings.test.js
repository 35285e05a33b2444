import assert from "node:assert/strict";
import { test } from "node:test";

import { look, TONES, USUAL } from "../../tournaments/static/tournaments/clock_warnings.js";

const END = Date.parse("2026-11-21T20:00:00Z");
const level = { until: "2026-11-21T20:00:00Z", kind: "level" };

test("a level that runs is seen, and has not ended", () => {
  assert.deepEqual(look(null, level, END - 120_000), { seen: level, ended: null, isMinute: false });
});

test("the last minute is told as it begins, and not by a page that opens late", () => {
  const isMinute = (/** @type {number} */ left) => look(level, level, END - left).isMinute;
  assert.deepEqual([60_001, 60_000, 55_001, 55_000, 10_000].map(isMinute), [false, true, true, false, false]);
});

test("an end is told by what was seen before it, whatever the page shows by then", () => {
  const pause = { until: "2026-11-21T20:10:00Z", kind: "break" };
  assert.deepEqual(look(level, pause, END), { seen: pause, ended: level, isMinute: false });
  assert.deepEqual(look(level, null, END + 50), { seen: null, ended: level, isMinute: false });
});

test("a page that opens after an end says nothing of it", () => {
  assert.deepEqual(look(null, level, END + 1), { seen: null, ended: null, isMinute: false });
});

test("what sounds for a signal is one of the tones", () => {
  for (const name of Object.values(USUAL)) assert.ok(TONES[name].length);
});

test("tones of a kind follow each other", () => {
  for (const tones of Object.values(TONES)) {
    const starts = tones.map(([, after]) => after);
    assert.deepEqual(
      starts,
      [...starts].sort((one, other) => one - other),
    );
  }
});
