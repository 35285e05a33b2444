// A colour that is chosen unticks the box beside it, which stands for the product's own.

import { targetOf } from "./dom.js";

document.addEventListener("input", (event) => {
  const chosen = targetOf(event);
  if (!chosen.matches("input[type=color]")) return;
  const plain = chosen.closest(".colour-choice")?.querySelector("input[type=checkbox]");
  if (plain instanceof HTMLInputElement) plain.checked = false;
});
