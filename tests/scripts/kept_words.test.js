import assert from "node:assert/strict";
import { test } from "node:test";

import { keptWords, putBack } from "../../club/static/club/kept_words.js";

/** @param {string} name @param {string} value @param {string} defaultValue @param {string} action */
const field = (name, value, defaultValue = "", action = "/back/") =>
  /** @type {HTMLInputElement} */ (
    /** @type {unknown} */ ({ name, value, defaultValue, form: { getAttribute: () => action } })
  );

test("typed words come back into the same field of the same form", () => {
  const kept = keptWords([field("why", "wrong seat"), field("note", "")]);
  const [why, note, other] = [field("why", ""), field("note", ""), field("why", "", "", "/away/")];
  putBack(kept, [why, note, other]);
  assert.deepEqual([why.value, note.value, other.value], ["wrong seat", "", ""]);
});

test("a field that comes with other words than before keeps them", () => {
  const kept = keptWords([field("stack-1", "5,000", "4,000")]);
  const [newer, same] = [field("stack-1", "3,000", "3,000"), field("stack-1", "4,000", "4,000")];
  putBack(kept, [newer]);
  putBack(kept, [same]);
  assert.deepEqual([newer.value, same.value], ["3,000", "5,000"]);
});

test("a box that is ticked, or a field without a name, is put into no other", () => {
  const tick = Object.assign(field("", "on"), { type: "checkbox" });
  const named = Object.assign(field("why", "on"), { type: "checkbox" });
  const [sizes, why] = [field("", ""), field("why", "")];
  putBack(keptWords([tick, named]), [sizes, why]);
  assert.deepEqual([sizes.value, why.value], ["", ""]);
});
