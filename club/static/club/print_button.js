// A button that prints the page.

import { targetOf } from "./dom.js";

document.addEventListener("click", (event) => {
  if (targetOf(event).closest("[data-print]")) window.print();
});
