// The page of one's own settings: each field shows what this browser keeps, and keeps what is chosen.

import { keep, kept } from "./browser_store.js";
import { find, findFields } from "./dom.js";
import { sound, switchOn } from "./speaker.js";

const isStillHere = matchMedia("(prefers-reduced-motion: reduce)").matches;
const YEAR_SECONDS = 365 * 24 * 3600;
const SAMPLE = /** @type {import("./speaker.js").Tone[]} */ ([
  [659, 0, 0.14],
  [988, 0.15, 0.22],
]);

for (const field of findFields(document, "[data-kept]")) {
  const name = field.dataset.kept;
  const isBox = field.type === "checkbox";
  const value = kept(name, name === "no-motion" && isStillHere ? "1" : field.dataset.otherwise);
  if (isBox) field.checked = value === (field.dataset.on ?? "1");
  else field.value = value;
  field.addEventListener("change", () => {
    const off = field.dataset.off ?? "0";
    keep(name, isBox ? (field.checked ? (field.dataset.on ?? "1") : off) : field.value);
    if (name !== "volume") return;
    switchOn();
    sound(SAMPLE, Number(field.value) / 100);
  });
}

// The server draws pages in it, so that none comes in one look and changes to another: a cookie, not the browser's storage.
for (const field of findFields(document, "[name=theme]")) {
  field.addEventListener("change", () => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store has not come to every browser yet
    document.cookie = `theme=${field.value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
    document.documentElement.dataset.theme = field.value;
  });
}

const shaking = find(document, "[data-can-shake]");
if (shaking) shaking.hidden = !("vibrate" in navigator);
