import assert from "node:assert/strict";
import { test } from "node:test";

import { cardsIn, sameCard, toggled, withoutLast } from "../../tables/static/tables/typed_cards.js";

test("cards are found however they were typed", () => {
  assert.deepEqual(cardsIn("As10dX1 2c"), ["As", "10d", "X1", "2c"]);
  assert.deepEqual(cardsIn("kh qS"), ["kh", "qS"]);
  assert.deepEqual(cardsIn("1s, X3, hello"), []);
});

test("a ten is one card by either name", () => {
  assert.equal(sameCard("10D"), sameCard("Td"));
  assert.notEqual(sameCard("Td"), sameCard("Th"));
});

test("a tap adds a card and a second tap takes it away", () => {
  assert.equal(toggled("", "As"), "As");
  assert.equal(toggled("As  Kd", "Qc"), "As Kd Qc");
  assert.equal(toggled("As Kd Qc", "Kd"), "As Qc");
});

test("undo takes the last card", () => {
  assert.equal(withoutLast("As10d 2c"), "As 10d");
  assert.equal(withoutLast(""), "");
});
