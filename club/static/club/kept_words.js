// What somebody is typing outlives a part of the page that is fetched anew beneath it.

import { typedInto } from "./early_typing.js";

/** @typedef {{ form: string, name: string, value: string, came: string, hasFocus: boolean }} Kept */

/** @param {HTMLInputElement} field */
const formOf = (field) => field.form?.getAttribute("action") ?? "";

/**
 * Whether words are typed into a field that can be told from others: not one to tick, nor one without a name.
 * @param {HTMLInputElement} field
 */
const isWritten = (field) => Boolean(field.name) && !["checkbox", "radio", "file"].includes(field.type);

/**
 * The words typed into fields, with the form and the field that they stand in.
 * @param {Iterable<HTMLInputElement>} fields
 * @returns {Kept[]}
 */
export function keptWords(fields) {
  return typedInto([...fields].filter(isWritten)).map((field) => ({
    form: formOf(field),
    name: field.name,
    value: field.value,
    came: field.defaultValue,
    hasFocus: field === globalThis.document?.activeElement,
  }));
}

/**
 * Put kept words into the fields that came instead; where one came with other words than before, those are newer, and stand.
 * @param {Kept[]} kept
 * @param {Iterable<HTMLInputElement>} fields
 */
export function putBack(kept, fields) {
  for (const field of [...fields].filter(isWritten)) {
    const words = kept.find((one) => one.form === formOf(field) && one.name === field.name);
    if (!words || words.came !== field.defaultValue) continue;
    field.value = words.value;
    if (words.hasFocus) field.focus();
  }
}
