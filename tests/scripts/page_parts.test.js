import assert from "node:assert/strict";
import { test } from "node:test";

import { keptAfter, piecesOf } from "../../club/static/club/page_parts.js";

/** @type {import("../../club/static/club/page_parts.js").Piece[]} */
const HAD = [
  ["aaaaaa", "<ol>"],
  ["bbbbbb", "<li>one"],
  ["cccccc", "<li>two"],
];

test("an answer to who has nothing brings every piece", () => {
  assert.deepEqual(piecesOf("aaaaaa bbbbbb\n<ol>\x1e<li>one\n", []), [
    ["aaaaaa", "<ol>"],
    ["bbbbbb", "<li>one\n"],
  ]);
});

test("runs are of what the page had when it asked, and new pieces stand between them", () => {
  const pieces = piecesOf("0+1 dddddd 1+2\n<li>new", HAD);
  assert.equal(pieces.map(([, text]) => text).join(""), "<ol><li>new<li>one<li>two");
});

test("nothing new is nothing but runs", () => {
  assert.deepEqual(piecesOf("0+3\n", HAD), HAD);
});

test("what is shown is kept in its order, and what went once, for when it comes again", () => {
  const kept = keptAfter([HAD[0], HAD[2], HAD[2]], HAD);
  assert.deepEqual(
    kept.map(([mark]) => mark),
    ["aaaaaa", "cccccc", "cccccc", "bbbbbb"],
  );
});
