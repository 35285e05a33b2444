// Every page has the club's service worker see to it that there is an offline page, and that the player can be called.

if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("/sw.js", { type: "module", updateViaCache: "none" }).catch(() => {}); // pages work without it
}
