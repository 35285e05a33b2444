"""The numbered rules of play (docs/rules) as pages, rendered once from their Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

FAMILIES = ("general", "holdem", "stud", "chinese")
SOURCES = "sources"  # the page of where house rules come from
NUMBER = re.compile(r"\bS\d\.\d{1,2}\b")
_OWN = re.compile(r"<strong>(S\d\.\d{1,2})</strong>")


@dataclass(frozen=True, slots=True)
class Family:
    """One page of rules: its file's `name`, its `title`, the `numbers` in their order, and its `body` as HTML."""

    name: str
    title: str
    numbers: tuple[str, ...]
    body: SafeString


@cache
def families() -> dict[str, Family]:
    """Every page of the rules by its name. The files are the project's own; raw HTML in them is shown as text."""
    return {name: _read(settings.BASE_DIR / "docs" / "rules" / f"{name}.md") for name in (*FAMILIES, SOURCES)}


@cache
def family_of() -> dict[str, str]:
    """On which page each number stands."""
    return {number: family.name for family in families().values() for number in family.numbers}


def address(number: str) -> str:
    """The page of a rule; nothing for a number that no rule has."""
    return reverse("rule", args=[number]) if number in family_of() else ""


def linked(text: str) -> SafeString:
    """A text for a page, in which each number of a rule leads to it; what else it holds is escaped."""

    def link(found: re.Match[str]) -> str:
        where = address(found[0])
        return format_html('<a href="{}">{}</a>', where, found[0]) if where else found[0]

    return mark_safe(NUMBER.sub(link, conditional_escape(text)))


def source_address(source: str) -> str:
    """Where the text of a house rule's source stands: of ``S3.10`` its rule, of ``TDA 48`` what the TDA's rules are."""
    number = NUMBER.fullmatch(source)
    if number is not None:
        return address(source)
    named = [one for one in _sections() if source.casefold().startswith(one)]
    anchor = named[0] if named else "rooms"  # whatever else is named is a habit of rooms
    return f"{reverse('rulebook', args=[SOURCES])}#{anchor}"


@cache
def _sections() -> tuple[str, ...]:
    """The anchors of the page of sources: the first words of their headings."""
    return tuple(re.findall(r'<h2 id="([\w-]+)">', families()[SOURCES].body))


def _read(path: Path) -> Family:
    from markdown_it import MarkdownIt  # which takes a tenth of a second to import, and only these pages need

    heading, _newline, rest = path.read_text().partition("\n")
    rendered = MarkdownIt("commonmark", {"html": False}).enable("table").render(rest)
    numbers = tuple(_OWN.findall(rendered))
    rendered = re.sub(r"<h2>([\w ]+)</h2>", lambda made: f'<h2 id="{slugify(made[1])}">{made[1]}</h2>', rendered)
    body = _OWN.sub(r'<a class="rule-number" id="\1" href="#\1">\1</a>', rendered)
    return Family(path.stem, heading.lstrip("# "), numbers, mark_safe(body))
