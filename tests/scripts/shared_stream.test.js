import assert from "node:assert/strict";
import { test } from "node:test";

import { SharedStream } from "../../club/static/club/shared_stream.js";

/** A stream that writes down what it is to hear of. */
function made() {
  const line = {
    wanted: /** @type {string[]} */ ([]),
    channels: new Set(),
    newest: new Map(),
    gone: false,
    want: (/** @type {Iterable<string>} */ channels) => {
      line.wanted = [...channels].sort();
      line.channels = new Set(channels);
    },
  };
  return { line, board: new SharedStream(() => line) };
}

/** A page that writes down what it hears. */
function page() {
  /** @type {any[]} */
  const heard = [];
  return { heard, postMessage: (/** @type {any} */ news) => heard.push(news) };
}

test("the stream is of all that any page shows, and of nothing that none does", () => {
  const { line, board } = made();
  const [one, other] = [page(), page()];
  board.join(one, ["table:1", "lobby"], 0);
  board.join(other, ["table:1", "table:2"], 0);
  assert.deepEqual(line.wanted, ["lobby", "table:1", "table:2"]);
  board.join(one, [], 1);
  assert.deepEqual(line.wanted, ["table:1", "table:2"]);
  board.join(other, [], 2);
  assert.deepEqual(line.wanted, []);
});

test("a page hears of what it shows alone, and all hear that the stream is lost", () => {
  const { board } = made();
  const [one, other] = [page(), page()];
  board.join(one, ["table:1"], 0);
  board.join(other, ["table:2"], 0);
  one.heard.length = other.heard.length = 0;
  board.tell({ kind: "version", channel: "table:2", version: 4 });
  board.tell({ kind: "gone" });
  assert.deepEqual(one.heard, [{ kind: "gone" }]);
  assert.deepEqual(other.heard, [{ kind: "version", channel: "table:2", version: 4 }, { kind: "gone" }]);
});

test("who comes to a stream that runs is told the newest at once, and to look where nothing is known", () => {
  const { line, board } = made();
  line.newest.set("table:1", 9);
  line.channels = new Set(["table:1", "table:3"]);
  const late = page();
  board.join(late, ["table:1", "table:3"], 0);
  assert.deepEqual(late.heard, [
    { kind: "back" },
    { kind: "version", channel: "table:1", version: 9 },
    { kind: "look", channel: "table:3" },
  ]);
  late.heard.length = 0;
  board.join(late, ["table:1", "table:3"], 60_000);
  assert.deepEqual(
    late.heard,
    [{ kind: "back" }, { kind: "version", channel: "table:1", version: 9 }],
    "it is there still",
  );
  line.gone = true;
  const other = page();
  board.join(other, ["table:1"], 0);
  assert.deepEqual(other.heard[0], { kind: "gone" });
});

test("who has the stream begin anew hears from its begin how its channels stand, and looks for nothing before", () => {
  const { line, board } = made();
  line.channels = new Set(["table:1"]);
  const first = page();
  board.join(first, ["table:1", "table:3"], 0);
  assert.deepEqual(first.heard, [{ kind: "back" }, { kind: "look", channel: "table:1" }]);
});

test("a page that was killed is forgotten, and one that says that it is there is not", () => {
  const { line, board } = made();
  const [killed, alive] = [page(), page()];
  board.join(killed, ["table:1"], 0);
  board.join(alive, ["table:2"], 0);
  for (let now = 60_000; now <= 360_000; now += 60_000) board.join(alive, ["table:2"], now);
  assert.deepEqual(line.wanted, ["table:2"]);
});
