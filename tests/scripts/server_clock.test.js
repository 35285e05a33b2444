import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { clockText, here, learnTime, now, serverClock, shareLeft } from "../../club/static/club/server_clock.js";

beforeEach(() => Object.assign(serverClock, { offset: 0, trip: Number.POSITIVE_INFINITY, standing: null }));

test("a span is told in minutes and seconds, and in hours where there are any", () => {
  const shown = { 0: "00:00", 1: "00:01", 1000: "00:01", 1001: "00:02", 245000: "04:05", 3600000: "1:00:00" };
  for (const [span, text] of Object.entries(shown)) assert.equal(clockText(Number(span)), text);
  assert.equal(clockText(-5000), "00:00");
});

test("a bar is full before its span begins and empty after it", () => {
  assert.deepEqual(
    [20_000, 10_000, 2_500, 0, -1].map((left) => shareLeft(left, 10)),
    [1, 1, 0.25, 0, 0],
  );
});

test("the server's time is taken to be that of the middle of the question", () => {
  learnTime(10_000, 4000, 4100);
  assert.deepEqual([serverClock.offset, serverClock.trip], [5950, 100]);
});

test("a slower answer teaches nothing, nor does one that came before it was asked", () => {
  learnTime(10_000, 4000, 4100);
  learnTime(99_000, 5000, 5171); // 171 ms are more than half as long again and 20 ms
  learnTime(99_000, 5000, 4999);
  learnTime(0, 5000, 5001);
  assert.equal(serverClock.offset, 5950);
  learnTime(11_000, 5000, 5010);
  assert.deepEqual([serverClock.offset, serverClock.trip], [5995, 10]);
});

test("the clock goes with the page's own, apart by what was learnt, unless it stands", () => {
  serverClock.offset = 3_600_000;
  assert.ok(Math.abs(now() - here() - 3_600_000) < 1000);
  serverClock.standing = 42;
  assert.equal(now(), 42);
});
