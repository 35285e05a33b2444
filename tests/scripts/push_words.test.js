import assert from "node:assert/strict";
import { test } from "node:test";

import { bytesOf, nameOf, textOf } from "../../club/static/club/push_words.js";

test("keys come through both ways", () => {
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length * 251) % 256);
    const text = textOf(bytes);
    assert.match(text, /^[A-Za-z0-9_-]*$/);
    assert.deepEqual(bytesOf(text), bytes);
  }
});

test("a device is called by its browser and its system", () => {
  const chrome =
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36";
  assert.equal(nameOf(chrome), "Chrome, Android");
  assert.equal(nameOf(`${chrome.replace("Linux; Android 14", "Windows NT 10.0")} Edg/130`), "Edge, Windows");
  assert.equal(
    nameOf("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"),
    "Safari, iPhone",
  );
  assert.equal(nameOf("something else"), "");
});
