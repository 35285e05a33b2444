// Which house rules have the words that somebody searches for.

/**
 * Text as it is compared: half width, small letters, one space between words.
 * @param {string} text
 * @returns {string}
 */
export const plain = (text) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

/**
 * Whether every word that is searched for stands somewhere in the text.
 * @param {string} text
 * @param {string} wanted
 * @returns {boolean}
 */
export const hasWords = (text, wanted) => {
  const within = plain(text);
  return plain(wanted)
    .split(" ")
    .every((word) => within.includes(word));
};
