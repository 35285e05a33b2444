"""Pictures that people send: decoded in bounds of memory, made small, without place, time or camera."""

from __future__ import annotations

import io
from typing import IO

from PIL import Image, ImageOps, PngImagePlugin

from club.base.errors import ClubError
from club.base.phrases import gettext as _

LARGEST_FILE = 8_000_000  # bytes
MOST_PIXELS = 40_000_000  # of a JPEG that is decoded row by row
MOST_WHOLE = 6_000_000  # of what stands in memory as a whole
MOST_WEBP = 2_000_000  # whose decoder keeps several copies
SIDE = 480  # pixels of the longer side as kept
FORMATS = ("JPEG", "PNG", "WEBP")
PngImagePlugin.MAX_TEXT_MEMORY = 1_000_000  # bytes of a file's remarks, which nobody reads; Pillow's own bound is 64 MB


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
    written = io.BytesIO()
    _small(taken, field, ("RGB", "L")).convert("RGB").save(written, "JPEG", quality=85)
    return written.getvalue()


def as_square(taken: bytes, side: int, field: str = "avatar") -> bytes:
    """A picture as it is kept that is shown small: a square JPEG of that many pixels a side, cut from the middle. Raises as
    `as_jpeg` does."""
    written = io.BytesIO()
    small = _small(taken, field, ("RGB", "L")).convert("RGB")
    ImageOps.fit(small, (side, side)).save(written, "JPEG", quality=85)
    return written.getvalue()


def as_png(taken: bytes, field: str = "logo") -> bytes:
    """A logo as it is kept: a small PNG that keeps what is transparent. Raises as `as_jpeg` does."""
    written = io.BytesIO()
    _small(taken, field, ("RGBA", "RGB", "L")).convert("RGBA").save(written, "PNG", optimize=True)
    return written.getvalue()


def _small(taken: bytes, field: str, modes: tuple[str, ...]) -> Image.Image:
    try:
        with Image.open(io.BytesIO(taken), formats=FORMATS) as picture:
            most = _most_pixels(picture, taken)
            if picture.width * picture.height > most:
                words = _("The picture is too large: at most %(most)d million pixels of this kind of file.")
                raise ClubError("too_many_pixels", words % {"most": most // 1_000_000}, 422, field=field)
            # A JPEG is decoded at an eighth of its size, if that is enough for its longer side: for both it would leave a
            # narrow one as large as it is.
            longer = max(picture.size)
            enough = [max(1, 2 * SIDE * side // longer) for side in picture.size]
            picture.draft("RGB", (enough[0], enough[1]))
            whole = picture if picture.mode in modes else picture.convert(modes[0])
            whole.thumbnail((SIDE, SIDE))
            return ImageOps.exif_transpose(whole)
    except (
        OSError,
        ValueError,
        SyntaxError,
        Image.DecompressionBombError,
    ) as wrong:  # what Pillow raises for bad files
        words = _("Choose a picture: %(formats)s.") % {"formats": ", ".join(FORMATS)}
        raise ClubError("no_picture", words, 422, field=field) from wrong


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
