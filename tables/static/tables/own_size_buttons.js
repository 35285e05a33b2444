// Buttons of a player's own sizes of raises, kept in this browser, beside those that everybody has.

import { keep, kept } from "../club/browser_store.js";
import { find, findAll, findField } from "../club/dom.js";
import { grouped } from "./amounts.js";
import { ownSizes } from "./own_bet_sizes.js";

const SIZES = "own-sizes";
const field = findField(document, "[data-own-sizes]");
if (field) field.value = kept(SIZES);

/**
 * Put the player's own sizes among those of the form; its keys go on counting.
 * @param {HTMLFormElement} form
 */
export function addOwnSizes(form) {
  const box = find(form, ".raise-box");
  for (const old of findAll(form, "[data-own]")) old.remove();
  if (!box || !field) return;
  const range = findField(box, "#raise-range");
  const { pot, highest, blind } = box.dataset;
  const now = { pot: +pot, highest: +highest, blind: +blind, lo: +range.min, hi: +range.max };
  const sizes = find(box, ".sizes");
  for (const { label, amount } of ownSizes(field.value, now)) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.own = "";
    button.dataset.size = String(amount);
    button.dataset.key = String(sizes.children.length + 1);
    const chips = document.createElement("small");
    chips.className = "number";
    chips.textContent = grouped(amount);
    button.append(`${label} `, chips);
    sizes.append(button);
  }
}

field?.addEventListener("input", () => {
  keep(SIZES, field.value);
  const form = /** @type {HTMLFormElement} */ (find(document, "[data-answer]"));
  if (form) addOwnSizes(form);
});
