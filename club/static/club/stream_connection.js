// One event stream for any number of channels, opened anew where it was lost. It says what has a new version, never what it is.

import { here } from "./server_clock.js";

const RETRY_MS = 800; // after a broken stream, and between tries
const OPENING_MS = 15000; // after which a stream that does not open is opened anew
const QUIET_MS = 25000; // a stream says every ten seconds that it is there: one that is silent for longer is dead
const OPEN = 1; // of an EventSource

/**
 * What is heard: `version`, a channel has come to it; `look`, nothing is known of the channel, so look; `still`, the stream is
 * there; `back` and `gone`, it was opened, it was lost.
 * @typedef {{ kind: "version" | "look" | "still" | "back" | "gone", channel?: string, version?: number }} News
 */

export class StreamConnection {
  /** @type {EventSource} */ source = null;
  /** @type {ReturnType<typeof setTimeout>} */ retry;
  /** @type {Set<string>} */ channels = new Set();
  /** The newest version by channel, since the stream was opened. @type {Map<string, number>} */ newest = new Map();
  gone = false;
  since = 0;
  lastWord = 0;

  /**
   * @param {string} address of the streams
   * @param {(news: News) => void} tell
   */
  constructor(address, tell) {
    this.address = address;
    this.tell = tell;
  }

  /**
   * Hear of these channels from now on; of none, close the stream.
   * @param {Iterable<string>} channels
   */
  want(channels) {
    const wanted = new Set(channels);
    const isMore = [...wanted].some((one) => !this.channels.has(one));
    this.channels = wanted;
    if (!wanted.size) this.close();
    else if (isMore || !this.source) this.open();
  }

  open() {
    clearTimeout(this.retry);
    this.source?.close();
    this.since = here();
    this.newest.clear();
    const source = new EventSource(`${this.address}/streams/${[...this.channels].sort().join(",")}`, {
      withCredentials: true,
    });
    this.source = source;
    source.onopen = () => this.isBack();
    source.onerror = () => this.lose();
    source.addEventListener("version", (event) => this.hear("version", event));
    source.addEventListener("look", (event) => this.hear("look", event));
    source.addEventListener("still", () => {
      this.lastWord = here();
      this.tell({ kind: "still" });
    });
  }

  close() {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
    this.gone = false;
  }

  isBack() {
    this.gone = false;
    this.lastWord = here();
    this.tell({ kind: "back" });
  }

  lose() {
    this.gone = true;
    this.source?.close();
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), RETRY_MS);
    this.tell({ kind: "gone" });
  }

  /**
   * @param {"version" | "look"} kind
   * @param {MessageEvent} event
   */
  hear(kind, event) {
    this.lastWord = here();
    const { channel, version } = JSON.parse(event.data);
    if (kind === "version") this.newest.set(channel, Math.max(version, this.newest.get(channel) ?? 0));
    this.tell({ kind, channel, version });
  }

  /** Called every second. A silent stream is a dead one (a tablet that changed networks), of which nobody says so. */
  check() {
    if (!this.source) return;
    if (this.gone && here() - this.since >= OPENING_MS) this.open();
    if (!this.gone && here() - Math.max(this.lastWord, this.since) >= QUIET_MS) this.lose();
  }

  /** Somebody has come back to a page: a stream that is not open is opened at once. */
  wake() {
    if (this.channels.size && (this.gone || this.source?.readyState !== OPEN)) this.open();
  }
}
