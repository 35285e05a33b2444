"""Pictures are drawn by a process of its own, in bounds, which knows nothing of the club."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from club.base import pictures
from club.base.errors import ClubError
from club.base.pictures import drawing


def sent(size: tuple[int, int], kind: str = "JPEG") -> bytes:
    written = io.BytesIO()
    Image.new("RGB", size, "green").save(written, kind)
    return written.getvalue()


@pytest.fixture
def program(monkeypatch, tmp_path):
    """Have another program draw: the text that is given."""

    def put(text: str) -> None:
        file = tmp_path / "drawing.py"
        file.write_text(text)
        monkeypatch.setattr(drawing, "__file__", str(file))

    return put


@pytest.mark.parametrize(
    ("draw", "kind", "size"),
    [
        (pictures.as_jpeg, "JPEG", (480, 240)),
        (pictures.as_square, "JPEG", (96, 96)),
        (pictures.as_png, "PNG", (480, 240)),
    ],
)
def test_what_is_sent_is_drawn_anew(draw, kind, size):
    with Image.open(io.BytesIO(draw(sent((1000, 500))))) as drawn:
        assert (drawn.format, drawn.size) == (kind, size)


@pytest.mark.parametrize(
    ("taken", "code"), [(b"", "no_picture"), (b"GIF89a", "no_picture"), (sent((2500, 2500), "PNG"), "too_many_pixels")]
)
def test_what_is_no_picture_or_too_large_is_refused(taken, code):
    with pytest.raises(ClubError) as refused:
        pictures.as_jpeg(taken)
    assert (refused.value.code, refused.value.status) == (code, 422)


def test_the_program_is_told_no_variable_of_the_club(program, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "do not tell")
    program("import os, sys; sys.stdout.write(' '.join(os.environ))")
    told = pictures.as_jpeg(b"").decode().split()
    assert not {"SECRET_KEY", "DATABASE_URL", "PATH"} & set(told)


@pytest.mark.parametrize("end", ["os.kill(os.getpid(), 9)", "os.abort()", "sys.exit(1)"])
def test_a_program_that_breaks_down_over_a_picture_is_a_refusal(program, end):
    program(f"import os, sys; {end}")
    with pytest.raises(ClubError) as refused:
        pictures.as_jpeg(b"x")
    assert refused.value.code == "no_picture"


@pytest.mark.parametrize(("drawn", "code"), [("bytes(2**20)", 0), ("bytes(2**30)", 1)], ids=["little", "much"])
def test_the_program_takes_no_more_memory_than_it_may(drawn, code):
    text = f"import sys, drawing; drawing.DRAWN['photo'] = lambda taken: {drawn}; sys.exit(drawing.main('photo'))"
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=Path(drawing.__file__).parent, input=b"", capture_output=True, check=False
    )
    assert done.returncode == code, done.stderr
