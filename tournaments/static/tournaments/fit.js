// Parts of a screen that is short of room are hidden whole, the last first, so that nothing is cut.

import { findAll } from "../club/dom.js";

/**
 * Show every part of each `[data-fit]`, then hide the last ones until what is left has room.
 * @param {ParentNode} root
 */
export function fitAll(root) {
  for (const box of findAll(root, "[data-fit]")) {
    const parts = findAll(box, "[data-part]");
    for (const part of parts) part.hidden = false;
    while (parts.length && isTooSmall(box)) parts.pop().hidden = true;
  }
}

/** @param {HTMLElement} box */
const isTooSmall = (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
