import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { StreamConnection } from "../../club/static/club/stream_connection.js";

/** @type {any[]} */
const opened = [];
class Source extends EventTarget {
  readyState = 1;
  isClosed = false;
  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    opened.push(this);
  }
  close() {
    this.isClosed = true;
    this.readyState = 2;
  }
  /** @param {string} kind @param {object} data */
  say(kind, data) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
  }
}
/** @type {any} */ (globalThis).EventSource = Source;

function made() {
  opened.length = 0;
  /** @type {any[]} */
  const heard = [];
  return { heard, line: new StreamConnection("http://club.test", (news) => heard.push(news)) };
}

test("one stream is opened for all channels, anew for another one, and not for fewer", () => {
  const { line } = made();
  line.want(["table:2", "table:1"]);
  assert.deepEqual(
    opened.map((one) => one.url),
    ["http://club.test/streams/table:1,table:2"],
  );
  line.want(["table:1"]);
  assert.equal(opened.length, 1);
  line.want(["table:1", "lobby"]);
  assert.equal(opened.length, 2);
  assert.deepEqual(
    opened.map((one) => one.isClosed),
    [true, false],
  );
  line.want([]);
  assert.ok(opened[1].isClosed);
});

test("what it says is told, and the newest kept though news overtake each other", () => {
  const { line, heard } = made();
  line.want(["table:1"]);
  opened[0].onopen();
  opened[0].say("version", { channel: "table:1", version: 6 });
  opened[0].say("version", { channel: "table:1", version: 5 });
  opened[0].say("look", { channel: "table:1" });
  opened[0].say("still", {});
  assert.deepEqual(
    heard.map((news) => news.kind),
    ["back", "version", "version", "look", "still"],
  );
  assert.equal(line.newest.get("table:1"), 6);
});

test("a stream that is lost is opened again after a moment", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { line, heard } = made();
  line.want(["table:1"]);
  opened[0].onerror();
  assert.deepEqual([line.gone, heard.at(-1).kind, opened.length], [true, "gone", 1]);
  mock.timers.tick(1000);
  assert.equal(opened.length, 2);
  opened[1].onopen();
  assert.equal(line.gone, false);
  mock.timers.reset();
});

test("a stream that is silent for long is taken for lost, and one that does not open is opened anew", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { line, heard } = made();
  line.want(["table:1"]);
  opened[0].onopen();
  line.check();
  assert.equal(line.gone, false);
  line.lastWord -= 30_000;
  line.since -= 30_000;
  line.check();
  assert.deepEqual([line.gone, heard.at(-1).kind], [true, "gone"]);
  line.since -= 20_000;
  line.check();
  assert.equal(opened.length, 2);
  line.close();
  mock.timers.reset();
});
