// What stands in a push subscription, as text: keys in base64url, and what a device is called.

/**
 * @param {string} text base64url
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/**
 * The bytes as base64url, without padding.
 * @param {Uint8Array} bytes
 */
export function textOf(bytes) {
  const plain = btoa(String.fromCharCode(...bytes));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
];
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS", "Mac"],
  ["Linux", "Linux"],
];

/**
 * What its owner calls a device: browser and system.
 * @param {string} agent
 */
export function nameOf(agent) {
  const known = (/** @type {string[][]} */ list) => list.find(([sign]) => agent.includes(sign))?.[1];
  return [known(BROWSERS), known(SYSTEMS)].filter(Boolean).join(", ");
}
