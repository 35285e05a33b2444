"""Pictures that people send: made small, without place, time or camera, in a process of its own.

What decodes them knows no secret and no database, and ends by itself beyond bounds of memory and time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import IO

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.pictures import drawing

LARGEST_FILE = 8_000_000  # bytes
SIDE, SQUARE = drawing.SIDE, drawing.SQUARE  # pixels, as kept
MOST_SECONDS = 120  # by the clock, on a machine however busy; of a processor far fewer (`drawing.MOST_SECONDS`)


def read(file: IO[bytes], field: str) -> bytes:
    """The bytes of a file that was sent as `field`. Raises `ClubError` (422) for too many."""
    taken = file.read(LARGEST_FILE + 1)
    if len(taken) > LARGEST_FILE:
        words = _("The file is too large: at most %(most)d MB.") % {"most": LARGEST_FILE // 1_000_000}
        raise ClubError("file_too_large", words, 422, field=field)
    return taken


def as_jpeg(taken: bytes, field: str = "photo") -> bytes:
    """A photograph as it is kept: a small JPEG.

    Raises `ClubError` (422), naming the field, for what is no picture, or one of too many pixels.
    """
    return _drawn(taken, "photo", field)


def as_square(taken: bytes, field: str = "avatar") -> bytes:
    """A picture as it is kept that is shown small: a square JPEG, cut from the middle. Raises as `as_jpeg` does."""
    return _drawn(taken, "square", field)


def as_png(taken: bytes, field: str = "logo") -> bytes:
    """A logo as it is kept: a small PNG that keeps what is transparent. Raises as `as_jpeg` does."""
    return _drawn(taken, "logo", field)


def _drawn(taken: bytes, how: str, field: str) -> bytes:
    """What the program `drawing` makes of it; none of the club's variables is told to it."""
    libraries = {name: value for name, value in os.environ.items() if name == "LD_LIBRARY_PATH"}
    command = [sys.executable, "-I", drawing.__file__, how]
    try:
        done = subprocess.run(command, input=taken, capture_output=True, env=libraries, timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        raise _no_picture(field) from None
    if done.returncode == drawing.TOO_MANY_PIXELS:
        words = _("The picture is too large: at most %(most)d million pixels of this kind of file.")
        raise ClubError("too_many_pixels", words % {"most": int(done.stderr) // 1_000_000}, 422, field=field)
    if done.returncode != 0:
        raise _no_picture(field)
    return done.stdout


def _no_picture(field: str) -> ClubError:
    words = _("Choose a picture: %(formats)s.") % {"formats": ", ".join(drawing.FORMATS)}
    return ClubError("no_picture", words, 422, field=field)
