// Nothing is drawn anew under a finger: a click whose button was exchanged between press and release would be lost.

/**
 * A way to draw that waits while a finger, or a mouse button, is down on the element.
 * @param {HTMLElement} root
 * @param {() => void} draw
 * @returns {() => void}
 */
export function steady(root, draw) {
  let isHeld = false;
  let isDue = false;
  root.addEventListener("pointerdown", () => {
    isHeld = true;
  });
  for (const kind of ["pointerup", "pointercancel", "blur"]) {
    window.addEventListener(kind, () => {
      if (!isHeld) return;
      setTimeout(() => {
        // after the click that this is the end of
        isHeld = false;
        if (isDue) draw();
        isDue = false;
      });
    });
  }
  return () => {
    if (isHeld) isDue = true;
    else draw();
  };
}
