import assert from "node:assert/strict";
import { test } from "node:test";

import { after, offerOf, passedTo, sizesOf } from "../../tables/static/tables/betting_ahead.js";

/** @param {number} seat @param {Partial<import("../../tables/static/tables/betting_ahead.js").Place>} [more] */
const place = (seat, more = {}) => ({
  seat,
  name: `P${seat}`,
  mark: "",
  cards: [],
  stack: 1000,
  bet: 0,
  folded: false,
  all_in: false,
  ...more,
});

/** Three players, blinds 10 and 20 posted by seats 2 and 3; seat 1 is asked. */
const standing = () => ({
  seats: [place(1), place(2, { stack: 990, bet: 10 }), place(3, { stack: 980, bet: 20 })],
  ask: {
    number: 3,
    seat: 1,
    kind: "bet",
    offers: [{ verb: "fold" }, { verb: "call", amount: 20 }, { verb: "raise", lo: 40, hi: 1000 }],
    target: null,
  },
  follow: [2, 3],
  level: 20,
  least_raise: 20,
  least_bet: 20,
  streets: null,
  parts: [],
  button: 1,
  boards: [],
  pot: 30,
  unit: 1,
  pots: [],
  limit: "no",
  net: null,
});

test("an offer is found by its verb", () => {
  const { ask } = standing();
  assert.equal(offerOf(ask, "call")?.amount, 20);
  assert.equal(offerOf(ask, "check"), undefined);
});

test("after a call the next in turn is asked, and the caller has paid", () => {
  const next = after(standing(), "call", false);
  assert.equal(next?.ask?.seat, 2);
  assert.equal(next?.ask?.number, 4);
  assert.deepEqual([next?.seats[0].stack, next?.seats[0].bet], [980, 20]);
});

test("a raise sets the level and the least raise, and everybody else may answer", () => {
  const next = after(standing(), "raise 70", false);
  assert.deepEqual([next?.level, next?.least_raise, next?.ask?.seat], [70, 50, 2]);
});

test("whoever is left alone is asked nothing more", () => {
  const first = after(standing(), "fold", false);
  const second = first && after(first, "fold", false);
  assert.equal(second?.ask, null);
});

test("what only the club knows is left to the club", () => {
  const other = standing();
  other.ask.kind = "draw";
  assert.equal(after(other, "fold", false), null);
  assert.equal(after(standing(), "show As", false), null);
});

test("a tap on a seat further on folds for those before it; one that does not act is none", () => {
  assert.deepEqual(passedTo(standing(), 3), ["fold", "fold"]);
  assert.equal(passedTo(standing(), 9), null);
});

test("every size that has a key is legal and stands once", () => {
  const sizes = sizesOf(standing());
  assert.equal(new Set(sizes).size, sizes.length);
  assert.ok(sizes.length && sizes.every((size) => size >= 40 && size <= 1000));
});
