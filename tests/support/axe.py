"""What axe finds on a page by the rules of WCAG 2.2 AA."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page

AXE = Path(settings.BASE_DIR, "node_modules", "axe-core", "axe.min.js")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
FIND = """async rules => {
  await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})));
  const found = await axe.run(document, { runOnly: rules });
  return found.violations.map((one) => [one.id, ...one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]);
}"""


def found(page: Page) -> list[list[str]]:
    """The rules that are broken, each with the first of what breaks it."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    return page.evaluate(FIND, RULES)
