"""The ways between the pages of a long list, as its pages show them."""

from __future__ import annotations

import re

from django.test import Client

# Of a list of three pages: from each of them, and from two beyond the last, the page that each link leads to.
WAYS_OF_THREE = {
    1: {"more": 2},
    2: {"First page": 1, "more": 3},
    3: {"Previous page": 2},
    4: {"First page": 1},
    1_000_000: {"First page": 1},
}


def ways(client: Client, path: str, more: str) -> dict[int, dict[str, int]]:
    """Where those five pages of the list lead: pages by the words of their links; `more` are the list's own for the next one."""
    return {page: _links(client, f"{path}?page={page}", more) for page in WAYS_OF_THREE}


def _links(client: Client, path: str, more: str) -> dict[str, int]:
    page = client.get(path, headers={"accept-language": "en"}).content.decode()
    found = re.findall(r'href="\?page=(\d+)">([^<]+)<', page)
    return {"more" if words == more else words: int(number) for number, words in found}
