import assert from "node:assert/strict";
import { test } from "node:test";

import { hasWords } from "../../club/static/club/rule_words.js";

test("a rule is found by any of its words, in any order, width and case", () => {
  const rule = "Rake (per cent)\n  What the house takes.  Ｓ０.４ レーキ";
  for (const wanted of ["rake", "RAKE house", "house  rake", "s0.4", "Ｓ0.4", "レーキ", "", "  "]) {
    assert.ok(hasWords(rule, wanted), wanted);
  }
  assert.ok(!hasWords(rule, "rake ante"));
});
