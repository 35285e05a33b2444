// Real cards are tapped instead of typed: each tap adds a card to the field, a second tap takes it away.

import { find, findAll, findField, findFields, targetOf } from "../club/dom.js";
import { chipsOf, difference, differenceText, grouped } from "./amounts.js";
import { toggled } from "./typed_cards.js";

document.addEventListener("click", (event) => {
  const card = /** @type {HTMLElement} */ (targetOf(event).closest("[data-card]"));
  const field = findField(document, "#cards");
  if (!card || !field) return;
  field.value = toggled(field.value, card.dataset.card);
  const held = field.value.split(" ");
  for (const one of findAll(document, "[data-card]")) one.ariaPressed = String(held.includes(one.dataset.card));
});

// The button says what it would enter.
document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const shown = field.id === "amount" && find(field.form, "[data-amount]");
  if (!shown) return;
  const amount = chipsOf(field.value);
  shown.textContent = Number.isFinite(amount) ? grouped(amount) : "";
});

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
