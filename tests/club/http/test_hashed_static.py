"""Static files by names with a digest: every one of ours names the others so, and browsers keep them for a year."""

from __future__ import annotations

import re

import pytest
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory
from whitenoise.middleware import WhiteNoiseMiddleware

from club.http import hashed_static

DIGEST = re.compile(r"\.[0-9a-f]{12}\.(js|css|svg|png|woff2|webp|mp3)$")
NAMED = re.compile(r"""(?:from\s*|import\s*|url\()["']?(\.{1,2}/[^"')]+)["']?""")
OUR_FOLDERS = {name.strip("/") for name in hashed_static.OURS}
YEAR = 365 * 24 * 3600


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    return tmp_path_factory.mktemp("static")


@pytest.fixture
def collected(root, settings):
    """Our own files as `collectstatic` writes them; collected once for the module, without those of libraries."""
    backend = {"BACKEND": "club.http.hashed_static.HashedStatic"}
    settings.STATIC_ROOT, settings.WHITENOISE_USE_FINDERS = str(root), False
    settings.STORAGES = {**settings.STORAGES, "staticfiles": backend}
    if not (root / "staticfiles.json").exists():
        others = {name.split("/")[0] for one in get_finders() for name, _storage in one.list([])} - OUR_FOLDERS
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=sorted(others))
    return root


def test_every_script_and_sheet_of_ours_names_the_others_with_their_digest(collected):
    files = [one for app in hashed_static.OURS for one in (collected / app).rglob("*") if one.suffix in (".js", ".css")]
    assert len(files) > 60
    names = [
        (one, name) for one in files for name in NAMED.findall(re.sub(r"/\*.*?\*/", "", one.read_text(), flags=re.S))
    ]
    assert len(names) > 60
    for one, name in names:
        assert DIGEST.search(name), (one.name, name)
        assert (one.parent / name).resolve().exists(), (one.name, name)


def test_a_page_names_them_with_their_digest_and_they_are_kept_for_a_year(collected):
    url = staticfiles_storage.url("tables/felt.js")
    assert DIGEST.search(url)
    serve = WhiteNoiseMiddleware(lambda _request: HttpResponse(status=404))
    answer = serve(RequestFactory().get(url, headers={"Accept-Encoding": "gzip"}))
    assert answer.status_code == 200
    kept = answer["Cache-Control"]
    assert "immutable" in kept
    assert int(re.search(r"max-age=(\d+)", kept)[1]) >= YEAR
    assert answer["Content-Encoding"] == "gzip"


def test_a_reference_of_ours_to_nothing_is_refused_and_one_of_others_stays(collected):
    with pytest.raises(ValueError, match="tables/nothing"):
        staticfiles_storage.hashed_name("tables/nothing.js")
    assert staticfiles_storage.hashed_name("elsewhere/nothing.js") == "elsewhere/nothing.js"
