import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cardsInHand,
  countPlaced,
  isSame,
  movedCards,
  pickedAfter,
  stepped,
} from "../../tables/static/tables/placement.js";

const CARDS = ["As", "Kd", "Qc", "2h", "3h"];
const HAND = { As: "", Kd: "", Qc: "", "2h": "", "3h": "" };

test("what lies in rows is counted, and the rest is in the hand in the order of the deal", () => {
  const places = { ...HAND, Kd: "front", "3h": "back" };
  assert.equal(countPlaced(places), 2);
  assert.deepEqual(cardsInHand(CARDS, places), ["As", "Qc", "2h"]);
  assert.equal(countPlaced(HAND), 0);
});

test("after a card is placed the next in turn is picked, round the end too", () => {
  assert.equal(pickedAfter(CARDS, { ...HAND, As: "front" }, "As", 5), "Kd");
  assert.equal(pickedAfter(CARDS, { ...HAND, As: "front", Kd: "back", "3h": "back" }, "3h", 5), "Qc");
  assert.equal(pickedAfter(CARDS, { ...HAND, Kd: "back", Qc: "back" }, "Kd", 5), "2h");
});

test("a card taken back is picked again where no other waits", () => {
  const all = Object.fromEntries(CARDS.map((card) => [card, "back"]));
  assert.equal(pickedAfter(CARDS, { ...all, Qc: "" }, "Qc", 5), "Qc");
});

test("with enough cards placed none is picked: what is left is discarded", () => {
  assert.equal(pickedAfter(CARDS, { ...HAND, As: "front", Kd: "front" }, "Kd", 2), "");
});

test("cards that lie elsewhere are those that moved", () => {
  const before = { ...HAND, As: "front", Kd: "back" };
  assert.deepEqual(movedCards(CARDS, before, { ...before, As: "", "2h": "middle" }), ["As", "2h"]);
  assert.deepEqual(movedCards(CARDS, before, before), []);
  assert.ok(isSame(before, { ...before }));
  assert.ok(!isSame(before, HAND));
});

test("arrows go round the cards, and begin at the end they point from", () => {
  assert.equal(stepped(CARDS, "As", 1), "Kd");
  assert.equal(stepped(CARDS, "As", -1), "3h");
  assert.equal(stepped(CARDS, "3h", 1), "As");
  assert.equal(stepped(CARDS, "", 1), "As");
  assert.equal(stepped(CARDS, "", -1), "3h");
});
