// A box that holds more than it shows takes the focus, so that keys scroll it (WCAG 2.1.1); one that shows everything is no stop.

import { findAll } from "./dom.js";

function takeFocus() {
  for (const box of findAll(document, ".scroll, .log ol, pre")) {
    const isCut = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (isCut && !box.hasAttribute("tabindex")) {
      box.tabIndex = 0;
      box.dataset.cut = "";
    } else if (!isCut && "cut" in box.dataset) {
      box.removeAttribute("tabindex");
      delete box.dataset.cut;
    }
  }
}

takeFocus();
addEventListener("load", takeFocus);
addEventListener("resize", takeFocus);
document.addEventListener("htmx:afterSettle", takeFocus);
