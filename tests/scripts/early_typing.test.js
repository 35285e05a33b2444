import assert from "node:assert/strict";
import { test } from "node:test";

import { typedInto } from "../../club/static/club/early_typing.js";

/** @param {string} value @param {string} defaultValue */
const field = (value, defaultValue) => /** @type {HTMLInputElement} */ ({ value, defaultValue });

test("fields that hold other words than the page came with are typed into", () => {
  const typed = field("ito", "");
  assert.deepEqual(typedInto([field("", ""), typed, field("kato", "kato")]), [typed]);
  assert.deepEqual(typedInto([]), []);
});
