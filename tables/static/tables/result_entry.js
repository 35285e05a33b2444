import { find, findFields, targetOf } from "../club/dom.js";
import { difference, differenceText } from "./amounts.js";

// What was lost must have been won: the difference is told while the stacks are typed.
document.addEventListener("input", (event) => {
  const form = targetOf(event).closest(".only-result");
  const shown = form && find(form, "[data-sum]");
  if (!shown) return;
  const stacks = findFields(form, "[data-had]").map((field) => ({
    had: Number(field.dataset.had),
    typed: field.value,
  }));
  const words = differenceText(difference(stacks));
  shown.textContent = words && `${shown.dataset.words} ${words}`;
});
