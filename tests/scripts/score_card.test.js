import assert from "node:assert/strict";
import { test } from "node:test";

import {
  asSheet,
  cardOf,
  changed,
  earning,
  emptyCard,
  nextRow,
  placed,
  placeOf,
  scooped,
} from "../../tables/static/tables/score_card.js";

const places = (card, row) => [1, 2, 3].map((seat) => placeOf(card, row, seat));

test("two taps order a row of three, and a tie shares a place", () => {
  let card = placed(emptyCard([1, 2, 3]), 0, 2, false);
  assert.equal(nextRow(card), 0);
  card = placed(card, 0, 3, false);
  assert.deepEqual(places(card, 0), [3, 1, 2]);
  assert.equal(nextRow(card), 1);
  card = placed(placed(card, 1, 1, false), 1, 2, true);
  assert.deepEqual(places(card, 1), [1, 1, 3]);
});

test("a second tap on a seat takes its place away", () => {
  const card = placed(placed(emptyCard([1, 2, 3]), 0, 2, false), 0, 2, false);
  assert.deepEqual(places(card, 0), [0, 0, 0]);
});

test("a scoop is one tap for two players, and leaves the others to be ordered among three", () => {
  const two = scooped(emptyCard([1, 2]), 2);
  assert.equal(nextRow(two), -1);
  assert.deepEqual(asSheet(two).lines["1"].places, [2, 2, 2]);
  const three = scooped(emptyCard([1, 2, 3]), 3);
  assert.deepEqual(places(placed(three, 0, 1, false), 0), [2, 3, 1]);
});

test("who has fouled earns nothing and has no place", () => {
  let card = earning(scooped(emptyCard([1, 2, 3]), 1), 1, 0, 7);
  card = changed(card, 1, { mark: "foul" });
  card = placed(placed(placed(card, 0, 2, false), 1, 2, false), 2, 3, false);
  assert.equal(nextRow(card), -1);
  const { lines } = asSheet(card);
  assert.deepEqual(lines["1"], {
    places: [0, 0, 0],
    royalties: [0, 0, 0],
    mark: "foul",
    natural: "",
    fantasyland: null,
  });
  assert.deepEqual(lines["3"].places, [2, 2, 1]);
});

test("fantasyland now is said only where somebody said it", () => {
  const card = changed(emptyCard([1, 2]), 2, { playing: 15, fantasyland: 14 });
  assert.deepEqual(asSheet(card).playing, { 2: 15 });
  assert.equal(asSheet(card).lines["2"].fantasyland, 14);
});

test("a posted sheet is the card it was", () => {
  const card = earning(placed(scooped(emptyCard([1, 2, 3]), 2), 0, 3, false), 2, 2, 4);
  assert.deepEqual(asSheet(cardOf(asSheet(card).lines)), asSheet(card));
});
