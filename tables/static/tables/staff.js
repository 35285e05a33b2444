// Staff's page of a table with real cards: an opened seat is ready for its amount, without another tap.

/** @param {HTMLElement} seat */
function ready(seat) {
  /** @type {HTMLInputElement | null} */
  const amount = seat.querySelector("input[name=amount]");
  amount?.focus();
  amount?.select();
}

for (const seat of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.staff-seat"))) {
  if (seat.open) ready(seat);
  seat.addEventListener("toggle", () => {
    if (seat.open) ready(seat);
  });
}
