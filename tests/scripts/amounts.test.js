import assert from "node:assert/strict";
import { test } from "node:test";

import { chipsOf, difference, differenceText, grouped, legalAmount, slid } from "../../tables/static/tables/amounts.js";

test("what people type is a number, in full width too", () => {
  for (const text of ["1200", "1,200", " 1 200 ", "１，２００"]) assert.equal(chipsOf(text), 1200);
  assert.ok(Number.isNaN(chipsOf("1200 chips")));
  assert.equal(grouped(1_234_567), "1,234,567");
});

test("a raise is never less than the least nor more than the most, and whole", () => {
  assert.deepEqual(
    [5, 20, 33.5, 900].map((amount) => legalAmount(amount, 20, 500)),
    [20, 20, 34, 500],
  );
});

test("a slider goes by round amounts and to the very ends", () => {
  const slider = { min: 15, max: 487, step: 10 };
  const at = (/** @type {number} */ value) => slid({ ...slider, value });
  assert.deepEqual([15, 25, 35, 474, 478, 487].map(at), [15, 30, 40, 470, 487, 487]);
});

test("what some lost others won, or the difference is told with its sign", () => {
  const stacks = (/** @type {string[]} */ ...typed) => typed.map((text) => ({ had: 1000, typed: text }));
  assert.equal(difference(stacks("1,500", "500", " ")), 0);
  assert.equal(difference(stacks("1500", "600")), 100);
  assert.ok(Number.isNaN(difference(stacks("many", "600"))));
  assert.deepEqual([0, 100, -1200, Number.NaN].map(differenceText), ["", "+100", "-1,200", ""]);
});
