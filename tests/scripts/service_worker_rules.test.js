import assert from "node:assert/strict";
import { test } from "node:test";

import { answerTo } from "../../club/static/club/service_worker_rules.js";

const ORIGIN = "https://club.test";
const asked = (/** @type {string} */ path, more = {}) =>
  answerTo({ url: new URL(path, ORIGIN).href, method: "GET", mode: "cors", ...more }, ORIGIN);

test("pages come from the club, and nothing of a table is ever kept", () => {
  assert.equal(asked("/tables/1/", { mode: "navigate" }), "page");
  for (const path of [
    "/tables/1/felt/",
    "/api/v1/tables/1/",
    "/tables/1/?static=/static/a.0123456789ab.js",
    "/sw.js",
    "/static/club/club.css",
  ])
    assert.equal(asked(path), null);
});

test("a file with a digest in its name is kept", () => {
  assert.equal(asked("/static/club/club.0123456789ab.css"), "kept");
  assert.equal(asked("/static/club/club.0123456789ab.css", { mode: "navigate" }), "page");
});

test("what is sent, and what is somebody else's, is left alone", () => {
  assert.equal(asked("/tables/1/decide/", { method: "POST" }), null);
  assert.equal(asked("/tables/1/decide/", { method: "POST", mode: "navigate" }), null);
  assert.equal(asked("https://elsewhere.test/static/a.0123456789ab.js"), null);
});
