// The clock on the wall: full screen, and a screen that stays awake while the tournament runs.
"use strict";

const wholeScreen = document.querySelector("[data-full-screen]");
if (wholeScreen) {
  wholeScreen.hidden = !document.fullscreenEnabled;
  wholeScreen.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

async function stayAwake() {
  // Not every browser can; the clock is as right without it.
  try { await navigator.wakeLock?.request("screen"); } catch { /* refused on a low battery */ }
}
document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
stayAwake();
