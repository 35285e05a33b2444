// Asking a page for its elements, with their types.

/**
 * The element at which something happened; of what is sent to the page as a whole, its root.
 * @param {Event} event
 * @returns {HTMLElement}
 */
export const targetOf = (event) =>
  /** @type {HTMLElement} */ ("closest" in event.target ? event.target : document.documentElement);

/**
 * The first element that a selector finds, or null.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export const find = (root, selector) => root.querySelector(selector);

/**
 * All elements that a selector finds.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const findAll = (root, selector) =>
  [...root.querySelectorAll(selector)].map((one) => /** @type {HTMLElement} */ (one));

/**
 * The first field that a selector finds, or null.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLInputElement}
 */
export const findField = (root, selector) => root.querySelector(selector);

/**
 * All fields that a selector finds.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLInputElement[]}
 */
export const findFields = (root, selector) =>
  [...root.querySelectorAll(selector)].map((one) => /** @type {HTMLInputElement} */ (one));

/**
 * True for a key that the browser may want for itself.
 * @param {KeyboardEvent | MouseEvent} event
 */
export const isShortcut = (event) => event.ctrlKey || event.metaKey || event.altKey;
