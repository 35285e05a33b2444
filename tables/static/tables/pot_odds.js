// Whether the pot odds are shown beside a call, kept in this browser.

import { keep, kept } from "../club/browser_store.js";
import { findField } from "../club/dom.js";

const ODDS = "pot-odds";
const odds = findField(document, "[data-odds]");
/** @param {boolean} isOn */
function showOdds(isOn) {
  document.body.classList.toggle(ODDS, isOn);
  if (odds) odds.checked = isOn;
}
showOdds(kept(ODDS) === "1");
odds?.addEventListener("change", () => {
  showOdds(odds.checked);
  keep(ODDS, odds.checked ? "1" : "0");
});
