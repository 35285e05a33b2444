import assert from "node:assert/strict";
import { test } from "node:test";

import { heard, SHAKES, SOUNDS, secondHeard } from "../../tables/static/tables/table_sounds.js";

const felt = { hand: "7", cards: 6, bets: "50 100", ask: "", isOver: false, hasWon: false };

test("one's own turn is heard once, also on a page that has just opened", () => {
  const mine = { ...felt, ask: "3" };
  assert.deepEqual(heard(null, mine), ["turn"]);
  assert.deepEqual(heard(felt, { ...mine, cards: 9 }), ["turn"]);
  assert.deepEqual(heard(mine, mine), []);
  assert.deepEqual(heard(mine, { ...mine, ask: "5" }), ["turn"]);
});

test("a page that opens says nothing of what has been", () => {
  assert.deepEqual(heard(null, felt), []);
  assert.deepEqual(heard(null, { ...felt, isOver: true, hasWon: true }), []);
});

test("cards, chips and a win are heard, each for what has changed", () => {
  assert.deepEqual(heard(felt, { ...felt, cards: 9, bets: "" }), ["deal"]);
  assert.deepEqual(heard(felt, { ...felt, bets: "50 100 200" }), ["chips"]);
  assert.deepEqual(heard(felt, { ...felt, bets: "" }), [], "chips that go to the pot");
  assert.deepEqual(heard(felt, { ...felt, isOver: true, hasWon: true, bets: "" }), ["win"]);
  assert.deepEqual(heard({ ...felt, isOver: true, hasWon: true }, { ...felt, isOver: true, hasWon: true }), []);
  assert.deepEqual(heard({ ...felt, isOver: true, hasWon: true }, { ...felt, hand: "8", cards: 4 }), ["deal"]);
  assert.deepEqual(heard(felt, { ...felt, hand: "", cards: 0 }), []);
});

test("the last five seconds are heard once each, and none before or after", () => {
  const told = [];
  let last = null;
  for (let left = 7000; left > -1000; left -= 250) {
    const second = secondHeard(left, last);
    if (second !== null) told.push(second);
    last = second ?? last;
  }
  assert.deepEqual(told, [5, 4, 3, 2, 1]);
});

test("what shakes has a sound, and no sound is longer than a second", () => {
  for (const name of Object.keys(SHAKES)) assert.ok(SOUNDS[name]);
  for (const tones of Object.values(SOUNDS)) for (const [, after, length] of tones) assert.ok(after + length < 1);
});
