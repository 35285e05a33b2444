// Who of the pages of a browser hears of what, over the one stream that they share.

/** @typedef {import("./stream_connection.js").News} News */
/** @typedef {{ postMessage: (news: News) => void }} Port a page */
/** @typedef {{ want: (channels: Iterable<string>) => void, channels: Set<string>, newest: Map<string, number>, gone: boolean }} Line */

const FORGOTTEN_MS = 300_000; // a page says every minute that it is there, also in the background; one that was killed does not

export class SharedStream {
  /** @type {Map<Port, { channels: Set<string>, at: number }>} */ pages = new Map();

  /** @param {() => Line} line the stream, which is made when the first page comes */
  constructor(line) {
    this.line = line;
  }

  /**
   * A page says what it shows: all that is known of it is told at once, so that nothing is missed which came before.
   * @param {Port} port
   * @param {string[]} channels none: the page is left
   * @param {number} now milliseconds
   */
  join(port, channels, now) {
    const before = this.pages.get(port)?.channels ?? new Set();
    if (channels.length) this.pages.set(port, { channels: new Set(channels), at: now });
    else this.pages.delete(port);
    for (const [one, { at }] of this.pages) if (now - at > FORGOTTEN_MS) this.pages.delete(one);
    const line = this.line();
    const heardAlready = line.channels;
    line.want(this.channels); // where one is new the stream begins anew, with the newest version of each or the word to look
    if (!channels.length) return;
    port.postMessage({ kind: line.gone ? "gone" : "back" });
    for (const channel of channels) {
      const version = line.newest.get(channel);
      if (version !== undefined) port.postMessage({ kind: "version", channel, version });
      else if (!before.has(channel) && heardAlready.has(channel)) port.postMessage({ kind: "look", channel });
    }
  }

  get channels() {
    return new Set([...this.pages.values()].flatMap(({ channels }) => [...channels]));
  }

  /** @param {News} news */
  tell(news) {
    for (const [port, { channels }] of this.pages) {
      if (!news.channel || channels.has(news.channel)) port.postMessage(news);
    }
  }
}
