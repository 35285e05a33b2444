import assert from "node:assert/strict";
import { test } from "node:test";

import { nameOf, Sending } from "../../tables/static/tables/sending.js";

const CALL = nameOf({ action: "/tables/1/decide/", hand: "7", ask: "3" });
const NEXT = nameOf({ action: "/tables/1/decide/", hand: "7", ask: "4" });

test("one answer goes at a time", () => {
  const sending = new Sending();
  assert.equal(sending.begin(CALL, true), true);
  assert.equal(sending.begin(CALL, true), false);
  sending.end(true, 200);
  assert.equal(sending.begin(NEXT, true), true);
});

test("what cannot be sent is not begun, and says so until it can", () => {
  const sending = new Sending();
  assert.equal(sending.begin(CALL, false), false);
  assert.equal(sending.pending, null);
  assert.equal(sending.keepFor([CALL]).failure, "offline");
  assert.equal(sending.begin(CALL, true), true);
  assert.equal(sending.failed, null);
});

test("a failure tells a lost answer from one that is none", () => {
  const sending = new Sending();
  sending.begin(CALL, true);
  sending.end(false, 0);
  assert.deepEqual(sending.failed, { form: CALL, failure: "lost", status: 0 });
  sending.begin(CALL, true);
  sending.end(false, 502);
  assert.deepEqual(sending.failed, { form: CALL, failure: "refused", status: 502 });
  sending.begin(CALL, true);
  sending.end(true, 422);
  assert.equal(sending.failed, null, "a felt says for itself why it was refused");
});

test("a failure goes with its question", () => {
  const sending = new Sending();
  sending.begin(CALL, true);
  sending.end(false, 0);
  assert.equal(sending.keepFor([CALL]).form, CALL);
  assert.equal(sending.keepFor([NEXT]), null);
  assert.equal(sending.keepFor([CALL]), null);
});
