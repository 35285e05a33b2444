// A page that is watched for long: the whole screen where it is wanted, and a screen that stays awake.

import { findAll } from "./dom.js";

/** Show the buttons by which the page takes the whole screen, where the browser lets it; until then their place is kept. */
export function offerWholeScreen() {
  for (const button of findAll(document, "[data-full-screen]")) {
    button.hidden = !document.fullscreenEnabled;
    button.dataset.fullScreen = "known";
    button.addEventListener("click", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen();
    });
  }
}

async function ask() {
  // Not every browser can; the page is as right without it.
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    /* refused on a low battery */
  }
}

/** Keep the screen awake while the page is in sight. */
export function stayAwake() {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
  ask();
}
