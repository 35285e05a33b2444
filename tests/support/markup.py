"""Pages as tests read them: how a template is laid out does not matter."""

from __future__ import annotations

import re


def squeezed(page: str) -> str:
    """A page with one space for each run of white space, and none beside a tag."""
    return re.sub(r" ?(<[^>]*>) ?", r"\1", re.sub(r"\s+", " ", page)).replace(" >", ">")
