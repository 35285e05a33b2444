// Whoever would fold what is free is asked once: the button says so, and folds when it is pressed again.

import { find, targetOf } from "../club/dom.js";

document.addEventListener(
  "click",
  (event) => {
    const fold = /** @type {HTMLElement} */ (targetOf(event).closest("[data-free]"));
    if (!fold || fold.classList.contains("is-sure")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    fold.classList.add("is-sure");
    find(fold, "[data-fold-words]").textContent = fold.dataset.free;
  },
  { capture: true },
);
