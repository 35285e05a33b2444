// The event streams of a club: which table or event has news. A stream that ends or falls silent is opened again.

const SILENT_MS = 25_000; // the club says `still` every ten seconds: a stream that is silent for longer is dead
const AGAIN_MS = 1_000;

/**
 * A channel (such as `table:7`) has this version by now; null: nobody knows, so look once.
 * @typedef {{ channel: string, version: number | null }} News
 */

/**
 * The news that whole events of a stream tell, and the beginning of the one that is still to come (WHATWG HTML, 9.2.6).
 * @param {string} text
 * @returns {{ told: News[], rest: string }}
 */
export function parse(text) {
  const events = text.split("\n\n");
  const rest = events.pop() ?? "";
  const told = events.flatMap((event) => {
    const fields = Object.fromEntries(event.split("\n").map((line) => line.split(/: ?(.*)/s, 2)));
    if (fields.event !== "version" && fields.event !== "look") return [];
    const { channel, version = null } = JSON.parse(fields.data);
    return [{ channel, version }];
  });
  return { told, rest };
}

/**
 * One stream until it ends, or falls silent.
 * @param {string} address
 * @returns {AsyncGenerator<News, void, void>}
 */
async function* stream(address) {
  const over = new AbortController();
  const wait = () => setTimeout(() => over.abort(), SILENT_MS);
  let clock = wait();
  try {
    const answer = await fetch(address, { signal: over.signal });
    if (answer.status >= 400 && answer.status < 500) throw new Error(`${address}: ${answer.status}`);
    if (!answer.ok || !answer.body) return;
    let rest = "";
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(clock);
      clock = wait();
      const found = parse(rest + piece.value);
      rest = found.rest;
      yield* found.told;
    }
  } finally {
    clearTimeout(clock);
    over.abort();
  }
}

/**
 * What is new on these channels (`table:7`, `tournament:3`, `chat:7`; 40 at most), without end.
 * Throws for channels that there are not.
 * @param {string} streams the club's address, or that of its streams
 * @param {...string} channels
 * @returns {AsyncGenerator<News, void, void>}
 */
export async function* news(streams, ...channels) {
  const address = `${streams.replace(/\/$/, "")}/streams/${channels.join(",")}`;
  for (;;) {
    try {
      yield* stream(address);
    } catch (error) {
      const is_lost = error instanceof TypeError || (error instanceof DOMException && error.name === "AbortError");
      if (!is_lost) throw error; // fetch throws a TypeError where the network is gone
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
