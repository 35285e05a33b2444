// A widget in another site's frame: its countdown runs, and its words are fetched again, without a cookie and without a login.

import { findAll } from "../club/dom.js";
import { clockText, here, learnTime, now } from "../club/server_clock.js";

const EVERY = 15_000; // milliseconds between two looks
const AFTER_THE_END = 1_000; // so long after a countdown has run out

let looked = here();

/** @param {number} sent when the words were asked for */
function learn(sent) {
  const told = document.getElementById("widget");
  if (told) learnTime(Number(told.dataset.now), sent, here());
}

function tick() {
  let isOver = false;
  for (const element of findAll(document, "[data-until]")) {
    const left = Date.parse(element.dataset.until ?? "") - now();
    element.textContent = clockText(left);
    isOver ||= left < -AFTER_THE_END;
  }
  for (const element of findAll(document, "[data-standing]")) {
    element.textContent = clockText(1000 * Number(element.dataset.standing));
  }
  if (here() - looked > (isOver ? 3 * AFTER_THE_END : EVERY) && !document.hidden) void look();
}

async function look() {
  looked = here();
  const address = new URL(location.href);
  address.searchParams.set("part", "1");
  try {
    const answer = await fetch(address, { credentials: "omit", cache: "no-store" });
    if (!answer.ok) return;
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("widget");
    if (!told) return;
    document.getElementById("widget")?.replaceWith(told);
    learn(looked);
    tick();
  } catch {
    // the next look may reach the club
  }
}

learn(performance.timeOrigin);
tick();
setInterval(tick, 250);
