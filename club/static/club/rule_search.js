// The field that searches the house rules: what does not match is hidden, and groups that are folded open.

import { findAll, targetOf } from "./dom.js";
import { hasWords } from "./rule_words.js";

/** @param {string} wanted */
const search = (wanted) => {
  let found = 0;
  for (const group of findAll(document, "[data-rule-group]")) {
    const name = group.querySelector("h2")?.textContent ?? "";
    let here = 0;
    for (const rule of findAll(group, "[data-rule]")) {
      rule.hidden = !hasWords(`${name} ${rule.textContent}`, wanted);
      if (!rule.hidden) here += 1;
    }
    group.hidden = !here;
    found += here;
    for (const folded of findAll(group, "details[data-usual]")) {
      folded.toggleAttribute("open", Boolean(wanted.trim()));
    }
  }
  for (const none of findAll(document, "[data-none]")) none.hidden = found > 0;
};

document.addEventListener("input", (event) => {
  const field = targetOf(event);
  if (field instanceof HTMLInputElement && field.matches("[data-rule-search]")) search(field.value);
});

// On paper nothing is folded.
addEventListener("beforeprint", () => {
  for (const folded of findAll(document, "details[data-usual]")) folded.toggleAttribute("open", true);
});
