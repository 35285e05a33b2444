// Choices kept in this browser. Where storage is forbidden a choice lasts for the page.

/**
 * What was kept under a name.
 * @param {string} name
 * @param {string} otherwise where nothing was
 */
export function kept(name, otherwise = "") {
  try {
    return localStorage.getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    /* nothing can be kept */
  }
}
