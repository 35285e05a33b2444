// The server's clock as this page knows it. Instants are milliseconds since 1970, spans are milliseconds.

/** The best sample so far; where `standing` is an instant, the clock stands there. */
export const serverClock = { offset: 0, trip: Number.POSITIVE_INFINITY, standing: /** @type {number} */ (null) };

/** The page's own clock, which never jumps, though the computer's may be set while the page is open. */
export function here() {
  return performance.timeOrigin + performance.now();
}

/** The server's time. */
export function now() {
  return serverClock.standing ?? here() + serverClock.offset;
}

/**
 * Learn from an answer: the sample with the shortest round trip wins, and a slow one teaches nothing.
 * @param {number} serverNow what the server said
 * @param {number} sent when it was asked, by the page's own clock
 * @param {number} received when the answer came, by the same clock
 */
export function learnTime(serverNow, sent, received) {
  const trip = received - sent;
  if (!serverNow || trip < 0 || trip > serverClock.trip * 1.5 + 20) return;
  serverClock.trip = trip;
  serverClock.offset = serverNow - (sent + received) / 2;
}

/**
 * A span as a clock shows it: `4:05` is `04:05`, an hour and more has hours; what is over is `00:00`.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

/**
 * The part of a span that is left, between 0 and 1.
 * @param {number} left milliseconds
 * @param {number} span seconds
 */
export function shareLeft(left, span) {
  return Math.min(1, Math.max(0, left / (1000 * span)));
}
