import assert from "node:assert/strict";
import { test } from "node:test";

import { keptAfter, taken } from "../../club/static/club/page_parts.js";

const HAD = { id: "page.one", pieces: ["<ol>", "<li>one", "<li>two"] };

test("an answer to who has nothing brings every piece", () => {
  const told = taken("page.two 2\n<ol>\x1e<li>one\n", { id: "", pieces: [] });
  assert.deepEqual(told.pieces, ["<ol>", "<li>one\n"]);
  assert.deepEqual(told.has, { id: "page.two", pieces: told.pieces });
});

test("runs are of what the page had when it asked, and new pieces stand between them", () => {
  const { pieces } = taken("page.two 0+1 2 1+2 1\n<li>new\x1e<b>\x1e</ol>", HAD);
  assert.equal(pieces.join(""), "<ol><li>new<b><li>one<li>two</ol>");
});

test("a run that says no place goes on after those that the new ones have replaced", () => {
  const { pieces } = taken("page.two +1 1 +1\n<li>other", HAD);
  assert.equal(pieces.join(""), "<ol><li>other<li>two");
});

test("nothing new is nothing but runs", () => {
  assert.deepEqual(taken("page.two 0+3\n", HAD).pieces, HAD.pieces);
});

test("what is shown is kept in its order, and what went once, for when it comes again", () => {
  assert.deepEqual(keptAfter(["<ol>", "<li>two", "<li>two"], HAD.pieces), ["<ol>", "<li>two", "<li>two", "<li>one"]);
});

test("of a form with another token only one is kept, and where the club knew nothing, nothing of before", () => {
  const form = (/** @type {string} */ token) => `<input name="csrfmiddlewaretoken" value="${token}">`;
  assert.deepEqual(keptAfter([form("aaa")], [form("bbb"), "<p>"]), [form("aaa"), "<p>"]);
  assert.deepEqual(taken("page.two 1\n<ul>", HAD).has.pieces, ["<ul>"]);
});
