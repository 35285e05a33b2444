// What was typed before htmx had read the page is searched for as soon as it has: its own listeners came too late for it.

/**
 * @param {Iterable<HTMLInputElement>} fields
 * @returns {HTMLInputElement[]} those whose words are others than the page came with
 */
export function typedInto(fields) {
  return [...fields].filter((field) => field.value !== field.defaultValue);
}

/** Ask for what stands in the page's fields of search. */
export function searchEarlyWords() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = document.querySelectorAll("input[type=search][hx-get]");
  for (const field of typedInto(fields)) field.dispatchEvent(new Event("search"));
}
