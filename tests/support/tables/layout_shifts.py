"""What moves on a page by itself: every layout shift that followed no tap and no key, as the browser counts them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

WATCH = """(() => {
  window.shifts = [];
  const name = (node) => node?.nodeType === 1 ? `${node.localName}.${node.className}` : node?.parentElement?.className ?? "gone";
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput)
      window.shifts.push({ value: one.value, of: one.sources.map((source) => [name(source.node),
        Math.round(source.previousRect.x), Math.round(source.previousRect.y), Math.round(source.previousRect.height),
        Math.round(source.currentRect.x), Math.round(source.currentRect.y), Math.round(source.currentRect.height)]) });
  }).observe({ type: "layout-shift", buffered: true });
})()"""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))"


def watch(page: Page) -> None:
    """Count from the page's next opening on."""
    page.add_init_script(WATCH)


def seen(page: Page) -> list[dict[str, Any]]:
    """What has moved since the page was opened or last asked: `value`, the part of the screen times the way (1 is all of it), and
    `of`, what moved: its name and its left, top and height (px) before and after."""
    page.evaluate(DRAWN)
    moved_since: list[dict[str, Any]] = page.evaluate("() => window.shifts.splice(0)")
    return moved_since


# Each thing's left and top in px by its name: what is drawn anew is not counted by the browser, so the places are compared.
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
  "#felt :is(.seat .plate, .board .card, .felt, .log, .dock, .middle)",
)].map((one) => {
  const box = one.getBoundingClientRect(), seat = one.closest(".seat")?.dataset.seat ?? "";
  const name = [one.classList[0], seat, one.matches(".card") ? one.getAttribute("aria-label") : ""].join(" ").trim();
  return [name, [Math.round(box.left), Math.round(box.top + scrollY)]];
}))"""


def moved(before: dict[str, list[int]], after: dict[str, list[int]]) -> dict[str, list[list[int]]]:
    """What stands elsewhere than it did, by more than one px: its name, with its place before and after."""
    return {
        name: [was, after[name]]
        for name, was in before.items()
        if name in after and max(abs(a - b) for a, b in zip(was, after[name], strict=True)) > 1
    }
