"""What holds of every template and style sheet."""

from __future__ import annotations

import re
from pathlib import Path

from club.http.style_sheets import SHEETS
from club.web_owner.first_evening import STEPS

ROOT = Path(__file__).parents[1]
WIDEST = 140  # columns
MOST_ELIF = 2
INLINE = ("<script>", "onclick=", "onchange=", "onsubmit=", "oninput=", "javascript:")
APPS = ("club", "tables", "tournaments")
# Classes that are put together while a page is drawn, those of Django's own forms and of pygal's charts.
MADE = re.compile(r"(card|chip|hole|holds|of)-\w+|(n|k|of)\d+|errorlist|pygal-chart|guide|major|plot|vertical")


def templates() -> list[Path]:
    return sorted((ROOT / "templates").rglob("*.html"))


def test_no_line_is_too_long_to_be_read():
    assert len(templates()) > 100
    lines = (
        (path, number, line) for path in templates() for number, line in enumerate(path.read_text().split("\n"), 1)
    )
    long = [
        f"{path.relative_to(ROOT)}:{number} is {len(line)} wide" for path, number, line in lines if len(line) > WIDEST
    ]
    assert not long, "\n".join(long)


def test_every_template_that_is_named_is_there():
    """In code a template is named whole, so that a search finds it; the steps of the first evening by their keys."""
    sources = [path for app in APPS for path in sorted((ROOT / app).rglob("*.py"))]
    lines = [(path, line) for path in [*sources, *templates()] for line in path.read_text().split("\n")]
    named = {name for _path, line in lines for name in re.findall(r"""["'`]((?:\w+/)+\w+\.html)["'`]""", line)}
    assert len(named) > 150
    ours = (
        name for name in named if not name.startswith(("admin/", "allauth/", "unfold/"))
    )  # those come with packages
    assert not sorted(name for name in ours if not (ROOT / "templates" / name).exists())
    put_together = [line.strip() for path, line in lines if path.suffix == ".py" and re.search(r"\}[\w/]*\.html", line)]
    assert put_together == ['"template": f"club/first_evening/_{one.key}.html",']
    assert {path.stem[1:] for path in (ROOT / "templates/club/first_evening").glob("_*.html")} >= {
        step.key for step in STEPS
    }


def test_no_script_stands_in_a_page():
    """A page's security policy can then refuse every script that is not a file of ours."""
    found = [(path.name, mark) for path in templates() for mark in INLINE if mark in path.read_text().lower()]
    assert not found


def test_every_script_carries_the_nonce_of_its_page():
    """A page's security policy refuses every other (`club/http/page_policy.py`)."""
    scripts = [(path.name, tag) for path in templates() for tag in re.findall(r"<script[^>]*>", path.read_text())]
    assert len(scripts) > 20
    assert [script for script in scripts if 'nonce="{{ csp_nonce }}"' not in script[1]] == []


def longest_chain(source: str) -> int:
    """How many `elif` stand in the longest chain of a template."""
    chains, longest = list[int](), 0
    for word in re.findall(r"{%\s*(if|elif|endif)\b", source):
        if word == "if":
            chains.append(0)
        elif word == "elif":
            chains[-1] += 1
            longest = max(longest, chains[-1])
        else:
            chains.pop()
    return longest


def test_no_page_decides_in_a_long_chain():
    """What depends on more than three cases is chosen by the view or a template tag, or is a template a case."""
    assert longest_chain("{% if a %}{% elif b %}{% if c %}{% endif %}{% elif d %}{% elif e %}{% endif %}") == 3
    long = {path.name for path in templates() if longest_chain(path.read_text()) > MOST_ELIF}
    assert not long


def test_no_style_is_for_a_class_that_no_page_has():
    sheets = [path for app in APPS for path in (ROOT / app).rglob("*.css")]
    rules = re.sub(r"/\*.*?\*/", "", "\n".join(path.read_text() for path in sheets), flags=re.DOTALL)
    styled = {
        name for selectors in re.findall(r"([^{}]+){", rules) for name in re.findall(r"\.([a-zA-Z][\w-]*)", selectors)
    }
    drawing = [path for app in APPS for kind in ("*.py", "*.js") for path in (ROOT / app).rglob(kind)]
    words = set(re.findall(r"[\w-]+", "\n".join(path.read_text() for path in [*templates(), *drawing])))
    assert len(styled) > 200
    assert not {name for name in styled - words if not MADE.fullmatch(name)}


def drawn_by(path: Path) -> set[str]:
    """The names of the templates that a page is made of: its own, and those it includes."""
    found, ahead = set(), [path.relative_to(ROOT / "templates").as_posix()]
    while ahead:
        name = ahead.pop()
        source = ROOT / "templates" / name
        if name not in found and source.is_file():  # a library's own is none of ours
            found.add(name)
            ahead += re.findall(r'{% include "([^"]+)"', source.read_text())
    return found


def test_every_page_with_a_table_has_the_styles_of_all_its_games():
    pages = [path for path in templates() if "{% extends" in path.read_text() and "tables/_oval.html" in drawn_by(path)]
    assert len(pages) >= 3
    sheets = {"tables/felt.css", "tables/placing.css"}
    assert not [(path.name, missing) for path in pages if (missing := sheets - linked(path.read_text()))]


def linked(page: str) -> set[str]:
    """The sheets that a page links, and the files that those are of."""
    names = set(re.findall(r"{% static '([^']+\.css)' %}", page))
    return names | {f"{part}.css".removeprefix("static/") for name in names & set(SHEETS) for part in SHEETS[name][1]}
