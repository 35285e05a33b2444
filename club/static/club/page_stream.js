// How a page hears the news: over the stream that all pages of the browser share, where it can share one, else over its own.

import { StreamConnection } from "./stream_connection.js";

/** @typedef {import("./stream_connection.js").News} News */

const HERE_MS = 60_000; // so often a page says that it is there

/** Over the worker that the pages share. */
class SharedNews {
  /** @type {string[]} */ channels = [];

  /**
   * @param {string} address of the streams
   * @param {string} script of the worker
   * @param {(news: News) => void} tell
   * @param {() => void} isBroken called where there is no such worker after all
   */
  constructor(address, script, tell, isBroken) {
    this.address = address;
    this.worker = new SharedWorker(script, { type: "module", name: address });
    this.worker.onerror = isBroken;
    this.worker.port.onmessage = (event) => tell(event.data);
    this.timer = setInterval(() => this.say(false), HERE_MS);
  }

  /** @param {boolean} wakes */
  say(wakes) {
    this.worker.port.postMessage({ address: this.address, channels: this.channels, wakes });
  }

  /** @param {string[]} channels */
  want(channels) {
    this.channels = channels;
    this.say(false);
  }

  wake() {
    this.say(true);
  }

  leave() {
    this.worker.port.postMessage({ address: this.address, channels: [] });
  }

  check() {
    /* the worker sees to its stream */
  }

  end() {
    clearInterval(this.timer);
    this.leave();
    this.worker.port.close();
  }
}

/** Over a stream of the page's own. */
class OwnNews extends StreamConnection {
  leave() {
    this.source?.close();
  }

  end() {
    this.close();
  }
}

export class PageNews {
  /**
   * @param {string} address of the streams
   * @param {string} script of the worker; empty: none is shared
   * @param {(news: News) => void} tell
   */
  constructor(address, script, tell) {
    this.address = address;
    this.tell = tell;
    /** @type {string[]} */ this.channels = [];
    const isShared = script && "SharedWorker" in globalThis;
    this.way = isShared ? new SharedNews(address, script, tell, () => this.goAlone()) : new OwnNews(address, tell);
  }

  /** @param {string[]} channels */
  want(channels) {
    this.channels = channels;
    this.way.want(channels);
  }

  /** The shared stream says nothing any more, or there is none: the page opens its own. */
  goAlone() {
    if (this.way instanceof OwnNews) return;
    this.way.end();
    this.way = new OwnNews(this.address, this.tell);
    this.way.want(this.channels);
  }

  wake() {
    this.way.wake();
  }

  check() {
    this.way.check();
  }

  leave() {
    this.way.leave();
  }
}
