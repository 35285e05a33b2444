// Cards are tapped into the row that was last touched; a row that is full hands on to the next.
(() => {
  const form = document.querySelector(".score-form");
  if (!form) return;
  const rows = [...form.querySelectorAll("input[data-room]")];
  const taps = [];
  let at = rows[0];
  const cards = (row) => row.value.match(/[2-9TJQKA][cdhs]|10[cdhs]|X[12]/gi) || [];
  const show = () => {
    const used = new Set(rows.flatMap(cards).map((card) => card.replace("10", "T").toLowerCase()));
    for (const button of form.querySelectorAll("[data-card]")) button.disabled = used.has(button.dataset.card.toLowerCase());
    for (const row of rows) row.classList.toggle("is-next", row === at);
  };
  const changed = () => { show(); form.dispatchEvent(new Event("tapped")); };
  form.addEventListener("focusin", (event) => { if (rows.includes(event.target)) { at = event.target; show(); } });
  form.addEventListener("input", show);
  form.addEventListener("click", (event) => {
    const card = event.target.closest("[data-card]");
    if (card) {
      while (at && cards(at).length >= Number(at.dataset.room)) at = rows[rows.indexOf(at) + 1];
      if (!at) { at = rows[rows.length - 1]; return; }
      at.value = [...cards(at), card.dataset.card].join(" ");
      taps.push(at);
      changed();
    } else if (event.target.closest("[data-undo]") && taps.length) {
      at = taps.pop();
      at.value = cards(at).slice(0, -1).join(" ");
      changed();
    }
  });
  show();
})();
