import assert from "node:assert/strict";
import { test } from "node:test";

import { nextToAct } from "../../tables/static/tables/next_table.js";

const at = (/** @type {string} */ id, /** @type {number | null} */ second, isAsked = true) => ({
  id,
  isAsked,
  ends: second === null ? "" : new Date(1e12 + 1000 * second).toISOString(),
});

test("the table whose clock ends first is next, and those that do not wait are none", () => {
  assert.equal(nextToAct([at("1", 20), at("2", 5), at("3", 1, false)])?.id, "2");
  assert.equal(nextToAct([at("1", null), at("2", 500)])?.id, "2");
  assert.equal(nextToAct([at("1", 20, false)]), null);
  assert.equal(nextToAct([]), null);
});

test("the table on which one is comes last", () => {
  assert.equal(nextToAct([at("1", 1), at("2", 30)], "1")?.id, "2");
  assert.equal(nextToAct([at("1", 1), at("2", null)], "1")?.id, "2");
  assert.equal(nextToAct([at("1", 1)], "1")?.id, "1");
});
