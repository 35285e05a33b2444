"""What every process of the club carries: nothing that only a few pages or tasks need."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

# Each takes a tenth of a second and up to 30 MB, in every one of a club's processes: numpy for odds and for computer players
# of Chinese poker, Markdown for pages of text, papers and sheets for statements.
HEAVY = ("numpy", "markdown_it", "reportlab", "xlsxwriter")
APPS = ("club.models", "django.db.models", "rest_framework", "celery")
PRINT_LOADED = f"import json, sys; print(json.dumps([name for name in {HEAVY!r} if name in sys.modules]))"
START = "import django; django.setup(); import club.project.urls, club.project.celery; "


def loaded_by(source: str) -> list[str]:
    told = subprocess.run([sys.executable, "-c", source + PRINT_LOADED], check=True, capture_output=True, text=True)
    return list(json.loads(told.stdout.splitlines()[-1]))


def test_a_process_that_serves_loads_nothing_heavy_before_it_is_asked():
    assert loaded_by(START) == []


def test_what_is_loaded_is_seen():
    assert loaded_by(START + "import numpy; ") == ["numpy"]


@pytest.mark.parametrize("command", ["up", "down"])
def test_who_only_watches_over_the_others_loads_no_app(command):
    source = (
        f"import sys, club.management.commands.{command}; print([name for name in {APPS!r} if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", source], check=True, capture_output=True, text=True)
    assert told.stdout.strip() == "[]"
