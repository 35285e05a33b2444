import assert from "node:assert/strict";
import { test } from "node:test";

import { added, answered, found, kept, withoutLast } from "../../tables/static/tables/tap_queue.js";

const tap = (ask) => ({ kind: "enter", number: 1, ask, decision: "fold", is_unseen: true });
const three = [tap(3), tap(4), tap(5)];

test("taps are kept as text, in order, and found again after a reload", () => {
  assert.deepEqual(found(kept(added(three, tap(6)))), [...three, tap(6)]);
  assert.deepEqual(found(null), []);
  for (const text of ["", "{", "7", '{"a": 1}', "[null, 3]"]) assert.deepEqual(found(text), []);
});

test("what was taken goes, what was tapped meanwhile stays", () => {
  assert.deepEqual(answered(three, 2, false), [tap(5)]);
  assert.deepEqual(answered(three, 0, false), three);
});

test("after a refusal nothing is left that was tapped upon it", () => {
  assert.deepEqual(answered(three, 1, true), []);
});

test("the last tap is taken back here only while it is not on its way", () => {
  assert.deepEqual(withoutLast(three, 2), [tap(3), tap(4)]);
  assert.equal(withoutLast(three, 3), null);
  assert.equal(withoutLast([], 0), null);
});
