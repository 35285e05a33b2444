import assert from "node:assert/strict";
import { test } from "node:test";

import { FIRST, LAST, STREET, stageAt } from "../../tables/static/tables/run_out.js";

test("streets come one after the other, and then the result", () => {
  const river = FIRST + 2 * STREET;
  const shown = [0, FIRST - 1, FIRST, FIRST + STREET, river, river + LAST - 1, river + LAST].map((at) =>
    stageAt(at, 4),
  );
  assert.deepEqual(shown, [0, 0, 1, 2, 3, 3, null]);
});

test("one card to come is one street", () => {
  assert.deepEqual(
    [0, FIRST, FIRST + LAST - 1, FIRST + LAST].map((at) => stageAt(at, 2)),
    [0, 1, 1, null],
  );
});

test("a run-out never goes back", () => {
  let last = 0;
  for (let at = 0; at < 10_000; at += 50) {
    const stage = stageAt(at, 7) ?? 7;
    assert.ok(stage >= last);
    last = stage;
  }
});
