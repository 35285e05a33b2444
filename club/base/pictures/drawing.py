"""A picture is decoded in bounds of memory and drawn anew, small, without place, time or camera.

It is a program too, which knows nothing but Pillow: what it reads came from anybody, so that it runs in a process of its own, with
bounds on memory and time, and without the club's secrets (`club.base.pictures`).
"""

from __future__ import annotations

import io
import resource
import sys
from collections.abc import Callable

from PIL import Image, ImageOps, PngImagePlugin

MOST_PIXELS = 40_000_000  # of a JPEG that is decoded row by row
MOST_WHOLE = 6_000_000  # of what stands in memory as a whole
MOST_WEBP = 2_000_000  # whose decoder keeps several copies
SIDE = 480  # pixels of the longer side as kept
SQUARE = 96  # pixels of each side of what is shown small
FORMATS = ("JPEG", "PNG", "WEBP")
PngImagePlugin.MAX_TEXT_MEMORY = 1_000_000  # bytes of a file's remarks, which nobody reads; Pillow's own bound is 64 MB
MOST_MEMORY = 512 * 2**20  # bytes of addresses of the program, of which Python and Pillow take a fifth
MOST_SECONDS = 20  # of a processor
TOO_MANY_PIXELS = 3  # the program's exit code; what is wrong otherwise ends it with another one


class NoPicture(ValueError):
    """What was sent is no picture of a kind that is taken."""


class TooManyPixels(ValueError):
    """The picture has more pixels than may be decoded of its kind."""

    def __init__(self, most: int) -> None:
        super().__init__(f"at most {most} pixels")
        self.most = most


def photo(taken: bytes) -> bytes:
    """A photograph as it is kept: a small JPEG. Raises `NoPicture` and `TooManyPixels`, as the others do."""
    written = io.BytesIO()
    _small(taken, ("RGB", "L")).convert("RGB").save(written, "JPEG", quality=85)
    return written.getvalue()


def square(taken: bytes) -> bytes:
    """A picture as it is kept that is shown small: a square JPEG, cut from the middle."""
    written = io.BytesIO()
    small = _small(taken, ("RGB", "L")).convert("RGB")
    ImageOps.fit(small, (SQUARE, SQUARE)).save(written, "JPEG", quality=85)
    return written.getvalue()


def logo(taken: bytes) -> bytes:
    """A logo as it is kept: a small PNG that keeps what is transparent."""
    written = io.BytesIO()
    _small(taken, ("RGBA", "RGB", "L")).convert("RGBA").save(written, "PNG", optimize=True)
    return written.getvalue()


DRAWN: dict[str, Callable[[bytes], bytes]] = {"photo": photo, "square": square, "logo": logo}


def _small(taken: bytes, modes: tuple[str, ...]) -> Image.Image:
    try:
        with Image.open(io.BytesIO(taken), formats=FORMATS) as picture:
            most = _most_pixels(picture, taken)
            if picture.width * picture.height > most:
                raise TooManyPixels(most)
            # A JPEG is decoded at an eighth of its size, if that is enough for its longer side: for both it would leave a
            # narrow one as large as it is.
            longer = max(picture.size)
            enough = [max(1, 2 * SIDE * side // longer) for side in picture.size]
            picture.draft("RGB", (enough[0], enough[1]))
            whole = picture if picture.mode in modes else picture.convert(modes[0])
            whole.thumbnail((SIDE, SIDE))
            return ImageOps.exif_transpose(whole)
    except TooManyPixels:
        raise
    except (
        OSError,
        ValueError,
        SyntaxError,
        Image.DecompressionBombError,
    ) as wrong:  # what Pillow raises for bad files
        raise NoPicture(str(wrong)) from wrong


def _most_pixels(picture: Image.Image, taken: bytes) -> int:
    """How many pixels may be decoded. A JPEG of one scan needs but some of its rows at a time, anything else all of them."""
    if picture.format == "JPEG" and _is_one_scan(taken):
        return MOST_PIXELS
    return MOST_WEBP if picture.format == "WEBP" else MOST_WHOLE


def _is_one_scan(jpeg: bytes) -> bool:
    """True for a sequential JPEG whose first scan has all its components (ITU-T T.81, B.2): then there is no other."""
    at, components = 2, 0
    while at + 9 < len(jpeg) and jpeg[at] == 0xFF:
        marker, length = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if marker in (0xC0, 0xC1):  # the frame: baseline or extended sequential
            components = jpeg[at + 9]
        if marker == 0xDA:
            return 0 < components == jpeg[at + 4]
        at += 2 + length
    return False


def main(how: str) -> int:
    """Draw what standard input brings, as `DRAWN` names it, to standard output; the exit code."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    try:
        sys.stdout.buffer.write(DRAWN[how](sys.stdin.buffer.read()))
    except TooManyPixels as refused:
        sys.stderr.write(str(refused.most))
        return TOO_MANY_PIXELS
    except (NoPicture, MemoryError):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
