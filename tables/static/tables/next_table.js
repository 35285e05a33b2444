// Which of one's tables is next to act. Nothing is drawn here.

/**
 * Of the tables that wait for the player the one whose clock ends first; those without a clock come last. The table on which the
 * player is comes only where no other waits. Null where none does.
 * @param {{ id: string, isAsked: boolean, ends: string }[]} tables
 * @param {string} [current]
 */
export function nextToAct(tables, current) {
  const asked = tables.filter((one) => one.isAsked);
  asked.sort((one, other) => order(one, current) - order(other, current));
  return asked[0] ?? null;
}

/**
 * @param {{ id: string, ends: string }} one
 * @param {string | undefined} current
 */
function order({ id, ends }, current) {
  if (id === current) return Number.POSITIVE_INFINITY;
  return ends ? Date.parse(ends) : Number.MAX_SAFE_INTEGER;
}
