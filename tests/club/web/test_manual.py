"""The operator's manual: each chapter in both languages, no link that leads nowhere, and from every page the chapter about it."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import pytest
from django.test import Client

from club.web_owner import manual_pages

CATALOGUE = Path(__file__).parents[3] / "club" / "locale"

PAGES = {
    "/": "index",
    "/desk/shift/": "desk",
    "/tables/7/staff/": "cash-table",
    "/tables/7/scores/": "chinese",
    "/tournaments/announce/": "tournament",
    "/people/files/": "members",
    "/phones/": "phones",
    "/house-rules/edit/": "house-rules",
    "/gallery/": "house-rules",
    "/reception/": "tournament",
    "/tournaments/7/clock/": "phones",
}


def links(text: str) -> list[str]:
    return re.findall(r"\]\(([^)]+)\)", text)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_chapter_is_there_and_every_link_leads_somewhere(language):
    folder = manual_pages.folder() / language
    assert sorted(file.stem for file in folder.glob("*.md")) == sorted(manual_pages.CHAPTERS)
    index = (folder / "index.md").read_text()
    assert {f"{name}.md" for name in manual_pages.CHAPTERS} - {"index.md"} == set(links(index))
    for file in folder.glob("*.md"):
        for link in links(file.read_text()):
            assert (folder / Path(link)).resolve().is_file(), f"{file.name}: {link}"


def test_both_languages_have_the_same_chapters_sections_and_pictures():
    def shape(language: str, name: str) -> tuple[int, int, list[str]]:
        text = (manual_pages.folder() / language / f"{name}.md").read_text()
        pictures = [link.replace(f"-{language}.png", "") for link in links(text) if link.endswith(".png")]
        return text.count("\n## "), text.count("\n```"), pictures

    for name in manual_pages.CHAPTERS:
        assert shape("en", name) == shape("ja", name), name


def test_every_key_that_the_manual_names_stands_on_a_page_in_both_languages():
    def keys(language: str, name: str) -> set[str]:
        text = (manual_pages.folder() / language / f"{name}.md").read_text()
        return {one.replace("\n", " ") for one in re.findall(r"\*\*(.+?)\*\*", text, re.DOTALL)}

    catalogue = gettext.translation("django", CATALOGUE, ["ja"])
    for name in manual_pages.CHAPTERS:
        japanese = {key: catalogue.gettext(key) for key in keys("en", name)}
        assert [key for key, text in japanese.items() if text == key] == [], f"{name}: in bold, and on no page"
        assert keys("ja", name) <= set(japanese.values()), f"{name}: in bold, and not what the English names"


@pytest.mark.django_db
def test_the_question_mark_of_a_page_opens_the_chapter_about_it_in_the_readers_language():
    for address, chapter in PAGES.items():
        assert manual_pages.chapter_of(address) == chapter
    page = Client(HTTP_ACCEPT_LANGUAGE="ja").get("/phones/").content.decode()
    opened = re.search(r'class="help-mark"\s+href="([^"]+)"', page)[1]
    assert opened == "/manual/phones/"
    chapter = Client(HTTP_ACCEPT_LANGUAGE="ja").get(opened).content.decode()
    assert "<h1>スマートフォンとスクリーン</h1>" in chapter
    for picture in re.findall(
        r'src="(/manual/pictures/[^"]+)"', Client().get("/manual/first-evening/").content.decode()
    ):
        assert Client().get(picture).status_code == 200
    for link in re.findall(r"<article.*?</article>", chapter, re.DOTALL):
        assert '.md"' not in link
    assert Client().get("/manual/nothing/").status_code == 404
    assert Client().get("/manual/pictures/../index.png").status_code == 404


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_mark_of_the_text_is_left_on_the_page(language: str) -> None:
    """A bold word that ends with a bracket before a letter is not bold by CommonMark: its stars would stand there."""
    for name, chapter in manual_pages.chapters(language).items():
        shown = re.sub(r"<(code|pre)[^>]*>.*?</\1>", "", str(chapter.body), flags=re.DOTALL)
        assert "**" not in shown, (name, re.findall(r".{0,20}\*\*.{0,20}", shown))
