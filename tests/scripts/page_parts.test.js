import assert from "node:assert/strict";
import { test } from "node:test";

import { keptAfter, taken } from "../../club/static/club/page_parts.js";

const HAD = { word: "aaaa", pieces: ["<ol>", "<li>one", "<li>two"] };

test("an answer to who has nothing brings every piece", () => {
  const told = taken("bbbb *2\n<ol>\x1e<li>one\n", { word: "", pieces: [] });
  assert.deepEqual(told.pieces, ["<ol>", "<li>one\n"]);
  assert.deepEqual(told.has, { word: "bbbb", pieces: told.pieces });
});

test("runs are of what the page had when it asked, and new pieces stand between them", () => {
  const { pieces } = taken("bbbb A+*2B+2*\n<li>new\x1e<b>\x1e</ol>", HAD);
  assert.equal(pieces.join(""), "<ol><li>new<b><li>one<li>two</ol>");
});

test("a run that says no place goes on after those that the new ones have replaced", () => {
  const { pieces } = taken("bbbb +*+\n<li>other", HAD);
  assert.equal(pieces.join(""), "<ol><li>other<li>two");
});

test("a run in the place of others leaves the line behind them", () => {
  assert.deepEqual(taken("bbbb *A-+\n<b>", HAD).pieces, ["<b>", "<ol>", "<li>two"]);
});

test("a piece with other values brings the values alone", () => {
  const had = { word: "aaaa", pieces: ['<li value="7">x', "<b>\n9,940\n</b>", '<use href="#suit-s">'] };
  const told = taken("bbbb ~3B~A~2\n8\x1fy\x1e$&\x1ed\x1e5\x1e1\x1fa\x1e2\x1fb", had);
  assert.equal(
    told.pieces.join(""),
    '<li value="8">y<b>\n$&\n</b><use href="#suit-d"><b>\n5\n</b><li value="1">a<li value="2">b',
  );
});

test("places beyond the letters are written by two", () => {
  const pieces = Array.from({ length: 60 }, (_none, at) => `<li>${at}`);
  assert.deepEqual(taken("bbbb BA+z+\n", { word: "aaaa", pieces }).pieces, ["<li>52", "<li>51"]);
});

test("nothing new is nothing but runs", () => {
  assert.deepEqual(taken("bbbb A+3\n", HAD).pieces, HAD.pieces);
});

test("what is shown is kept in its order, and what went, as a whole, for when it comes again", () => {
  const kept = keptAfter(["<ol>", "<li>two", "<li>two"], HAD.pieces);
  assert.deepEqual(kept, ["<ol>", "<li>two", "<li>two", "<li>one", "<li>two"]);
  assert.deepEqual(keptAfter(["<ol>", "<li>two"], kept), ["<ol>", "<li>two", "<li>two", "<li>one", "<li>two"]);
});

test("of a form with another token only one is kept, and where the club knew nothing, nothing of before", () => {
  const form = (/** @type {string} */ token) => `<input name="csrfmiddlewaretoken" value="${token}">`;
  assert.deepEqual(keptAfter([form("aaa")], [form("bbb"), "<p>"]), [form("aaa"), "<p>"]);
  assert.deepEqual(taken("bbbb *\n<ul>", HAD).has.pieces, ["<ul>"]);
});
