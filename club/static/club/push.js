// Have this browser called by the club: it subscribes at its push service, and the club is given the address and the keys.

import { find, findField } from "./dom.js";
import { bytesOf, nameOf, textOf } from "./push_words.js";

const part = find(document, "[data-push-key]");
const button = /** @type {HTMLButtonElement} */ (part && find(part, "[data-push-on]"));
const form = /** @type {HTMLFormElement} */ (part && find(part, "[data-push-form]"));

/** @param {string} which of the words that say why not */
const say = (which) => {
  find(part, `[data-push-${which}]`).hidden = false;
};

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") {
    say("refused");
    return;
  }
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = bytesOf(part.dataset.pushKey);
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be of another key
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  findField(form, "[name=endpoint]").value = made.endpoint;
  for (const name of /** @type {const} */ (["p256dh", "auth"])) {
    findField(form, `[name=${name}]`).value = textOf(new Uint8Array(made.getKey(name)));
  }
  findField(form, "[name=name]").value = nameOf(navigator.userAgent);
  form.action = button.dataset.address;
  form.submit();
}

if (part) {
  const isAble = isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
  button.hidden = !isAble;
  if (!isAble) say("cannot");
  button.addEventListener("click", () => {
    button.disabled = true;
    subscribe()
      .catch(() => say("refused"))
      .finally(() => {
        button.disabled = false;
      });
  });
}
