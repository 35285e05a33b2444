"""A provider of identities of our own: discovery, authorization, tokens, keys and userinfo over HTTP (OpenID Connect)."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.support.background import serve

CLIENT, SECRET = "club", "s" * 40
Claims = dict[str, Any]


@cache
def _keys() -> Iterator[rsa.RSAPrivateKey]:
    """Keys enough for the providers of a test to have others each: to make one takes up to half a second."""
    return cycle([rsa.generate_private_key(public_exponent=65537, key_size=2048) for _each in range(8)])


def a_key() -> rsa.RSAPrivateKey:
    """A key that the seven asked for after it are not."""
    return next(_keys())


class FakeOpenID:
    """Who is at the provider (`person`) is taken as read; what is answered can be bent by each member below."""

    def __init__(self) -> None:
        self.key, self.forger = a_key(), a_key()
        self.person: Claims = {"sub": "1001", "name": "Mika"}
        self.userinfo: Claims = {}
        self.bend: Callable[[Claims], None] = lambda claims: None
        self.sign: Callable[[Claims], str] = self.signed
        self.document: Claims = {}
        self.codes: dict[str, Claims] = {}
        self.asked: list[str] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        serve(self.server)

    def app(self, *, key: str = "openid", name: str = "Club ID", **settings: Any) -> dict[str, Any]:
        """The provider as the club's settings have it."""
        return {
            "provider_id": key,
            "name": name,
            "client_id": CLIENT,
            "secret": SECRET,
            "settings": {"issuer": self.url, **settings},
        }

    def signed(self, claims: Claims, key: Any = None, **headers: Any) -> str:
        return jwt.encode(claims, key or self.key, algorithm="RS256", headers={"kid": "one", **headers})

    def authorize(self, address: str) -> str:
        """What a browser is sent back to, which was sent to `address`."""
        asked = {name: value[0] for name, value in parse_qs(urlsplit(address).query).items()}
        assert address.startswith(f"{self.url}/authorize?")
        assert (asked["response_type"], asked["client_id"]) == ("code", CLIENT)
        assert "openid" in asked["scope"].split()
        code = secrets.token_urlsafe(8)
        self.codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def _document(self) -> Claims:
        told = {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        }
        return told | self.document

    def _keys(self) -> Claims:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [public | {"kid": "one", "use": "sig"}]}

    def _token(self, sent: dict[str, str]) -> tuple[int, Claims]:
        asked = self.codes.pop(sent.get("code", ""), None)
        proof = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
        is_proved = asked and base64.urlsafe_b64encode(proof).rstrip(b"=").decode() == asked.get("code_challenge")
        if not asked or not is_proved or sent.get("client_secret") != SECRET:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {
            "iss": self.url,
            "aud": CLIENT,
            "iat": now,
            "exp": now + 300,
            "nonce": asked.get("nonce"),
            **self.person,
        }
        self.bend(claims)
        return 200, {"access_token": "opaque", "token_type": "Bearer", "id_token": self.sign(claims)}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.asked.append(self.path)
                answers = {
                    "/.well-known/openid-configuration": provider._document,
                    "/keys": provider._keys,
                    "/userinfo": lambda: {"sub": provider.person["sub"], **provider.userinfo},
                }
                self._answer(200, answers[self.path]()) if self.path in answers else self._answer(404, {})

            def do_POST(self) -> None:
                provider.asked.append(self.path)
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self._answer(*provider._token({name: one[0] for name, one in parse_qs(body).items()}))

            def _answer(self, status: int, told: Claims) -> None:
                body = json.dumps(told).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments: object) -> None:
                pass

        return Handler
