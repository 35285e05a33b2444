import assert from "node:assert/strict";
import { test } from "node:test";

import { ownSizes } from "../../tables/static/tables/own_bet_sizes.js";

test("own sizes are parts of the pot and multiples of the blind, those that can be raised to", () => {
  const now = { pot: 300, highest: 100, blind: 100, lo: 200, hi: 10_000 };
  assert.deepEqual(ownSizes("75% 4bb 2.5 bb", now), [
    { label: "75 %", amount: 325 },
    { label: "4 BB", amount: 400 },
    { label: "2.5 BB", amount: 250 },
  ]);
  assert.deepEqual(ownSizes("７５％", now), [{ label: "75 %", amount: 325 }]);
  assert.deepEqual(ownSizes("1bb 33% 200bb", now), [], "too little, and more than there is");
  assert.deepEqual(ownSizes("much, 12, <b>", now), []);
  assert.equal(ownSizes("3bb 4bb 5bb 6bb 7bb", now).length, 4);
});
