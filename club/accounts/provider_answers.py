"""What a provider of identities answers, within bounds: soon, of little size, and an object of JSON, or it is no answer.

A web process waits for it, so whoever answers a letter at a time, or without end, is hung up on.
"""

from __future__ import annotations

import contextlib
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.exceptions import HTTPError

from club.http.safe_http import hung_up_after
from engine.text_limits import BeyondBounds, Limits, read_json

SILENCE, WHOLE = 5.0, 8.0  # seconds: to be reached, or of silence; and for the whole answer
LARGEST = 500_000  # bytes of an answer
JSON = Limits(size=LARGEST, parts=20_000)


class Session(requests.Session):
    """Requests to a provider: none of them waits long, is led elsewhere, or reads much."""

    def __init__(self) -> None:
        super().__init__()
        self.headers["Accept-Encoding"] = "identity"  # what is packed small may be large
        for scheme in ("https://", "http://"):
            self.mount(scheme, _Bounded())

    def request(self, *words: Any, **named: Any) -> requests.Response:
        """Raises `requests.RequestException` for what is no answer."""
        return super().request(*words, **{"timeout": SILENCE, "allow_redirects": False} | named)


class _Bounded(HTTPAdapter):
    """Reads an answer whole, within the bounds; of one that is no success nothing is read."""

    def send(self, *words: Any, **named: Any) -> requests.Response:
        with contextlib.ExitStack() as self._at_end:
            try:
                answer = super().send(*words, **named | {"stream": True})
            except (HTTPError, UnicodeError) as wrong:  # a host that no name can be: requests lets it through
                raise requests.exceptions.InvalidURL(type(wrong).__name__) from None
            with contextlib.closing(answer):
                answer._content = _checked(answer) if answer.ok else b""
        return answer

    def get_connection_with_tls_context(self, *words: Any, **named: Any) -> Any:
        """The connections to the address; one of them ends after `WHOLE`, whatever it waits for."""
        pool = super().get_connection_with_tls_context(*words, **named)
        self._at_end.enter_context(hung_up_after(WHOLE, pool))
        return pool


def _checked(answer: requests.Response) -> bytes:
    try:
        body = bytes(answer.raw.read(LARGEST + 1, decode_content=False))
    except (HTTPError, OSError) as wrong:
        raise requests.ConnectionError(type(wrong).__name__) from None
    if len(body) > LARGEST or answer.headers.get("Content-Encoding", "identity") != "identity":
        raise requests.exceptions.ContentDecodingError
    try:
        found = read_json(body.decode(), JSON)
    except (BeyondBounds, ValueError) as wrong:
        raise requests.exceptions.InvalidJSONError(type(wrong).__name__) from None
    if not isinstance(found, dict):
        raise requests.exceptions.InvalidJSONError
    return body
