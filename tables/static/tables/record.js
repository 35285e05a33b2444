// Real cards are tapped instead of typed: each tap adds a card to the field, a second tap takes it away.
"use strict";

document.addEventListener("click", (event) => {
  const card = event.target.closest("[data-card]");
  const field = document.getElementById("cards");
  if (!card || !field) return;
  const held = field.value.split(/\s+/).filter(Boolean);
  const at = held.indexOf(card.dataset.card);
  if (at >= 0) held.splice(at, 1); else held.push(card.dataset.card);
  field.value = held.join(" ");
  for (const one of document.querySelectorAll("[data-card]")) one.setAttribute("aria-pressed", held.includes(one.dataset.card));
});

// The button says what it would enter; full-width digits are what a Japanese keyboard gives.
document.addEventListener("input", (event) => {
  const shown = event.target.id === "amount" && event.target.form.querySelector("[data-amount]");
  if (!shown) return;
  const amount = Number(event.target.value.normalize("NFKC").replace(/[,\s]/g, ""));
  shown.textContent = Number.isFinite(amount) ? new Intl.NumberFormat("en").format(amount) : "";
});

// What was lost must have been won: the difference is told while the stacks are typed.
document.addEventListener("input", (event) => {
  const form = event.target.closest(".only-result");
  const shown = form && form.querySelector("[data-sum]");
  if (!shown) return;
  let difference = 0;
  for (const field of form.querySelectorAll("[data-had]")) {
    const typed = field.value.normalize("NFKC").replace(/[,\s]/g, "");
    difference += (typed === "" ? Number(field.dataset.had) : Number(typed)) - Number(field.dataset.had);
  }
  const words = new Intl.NumberFormat("en", { signDisplay: "exceptZero" }).format(difference);
  shown.textContent = difference && Number.isFinite(difference) ? `${shown.dataset.words} ${words}` : "";
});
