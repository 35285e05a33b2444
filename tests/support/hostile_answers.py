"""What a hostile provider of identities (`tests.support.fake_openid`) answers: documents, and bytes that are no object of JSON."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

from tests.support.fake_openid import FakeOpenID

# Each with what the page of going there answers.
DOCUMENTS = {
    "ways that are no list": ({"token_endpoint_auth_methods_supported": None}, 200),
    "ways that are a number": ({"token_endpoint_auth_methods_supported": 5}, 200),
    "an address that is none": ({"token_endpoint": "https://[::1/x"}, 401),
    "an address without a host": ({"jwks_uri": "https:///keys"}, 401),
    "a host that no name can be": ({"token_endpoint": "https://id..example.org/token"}, 200),
    "a host with too long a name": ({"jwks_uri": f"https://{'a' * 64}.example.org/keys"}, 200),
    "a port that is none": ({"token_endpoint": "https://id.example.org:99999/token"}, 200),
    "no way to ask who it is": ({"userinfo_endpoint": "https://id..example.org/userinfo"}, 200),
}


def sent(provider: FakeOpenID, place: str, send: Callable[[Any], None]) -> None:
    """Have the provider answer at one address by `send`, which is given its handler."""
    kind: Any = provider.server.RequestHandlerClass
    plain = kind._answer

    def answer(handler: Any, status: int, told: Any) -> None:
        if handler.path != place:
            plain(handler, status, told)
            return
        handler.close_connection = True
        send(handler)

    kind._answer = answer


def whole(body: bytes, **headers: str) -> Callable[[Any], None]:
    def send(handler: Any) -> None:
        handler.send_response(200)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return send


BODIES = {
    "nested without end": whole(b'{"a":' * 90_000),
    "no text": whole(b'{"a": "\xff"}'),
    "no object": whole(b"NaN"),
    "a number of many digits": whole(b'{"a": ' + b"9" * 5_000 + b"}"),
    "packed": whole(gzip.compress(b"{}" + b" " * 5_000_000), Content_Encoding="gzip"),
    "cut off": whole(b'{"a": 1', Content_Length="500"),
}
