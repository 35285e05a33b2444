"""The settings that a club's operator makes: read from the environment, typed, and checked before anything starts.

Each setting is one field below: its name in capitals is the variable, its default what holds where the variable is
missing or empty. `read` reports every value that cannot be, all at once, with what would be right.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, TypeVar
from urllib.parse import SplitResult, quote, urlsplit
from zoneinfo import ZoneInfo

import environ
from django.core.exceptions import ImproperlyConfigured

T = TypeVar("T")
YES, NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


HOSTS: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]", "testserver")
NO_ORIGINS: tuple[str, ...] = ()
ROLES: tuple[str, ...] = ("owner", "admin", "director", "dealer", "cashier", "reception")  # those of the staff
YEAR = 525_600  # minutes
ByRole = tuple[tuple[str, int], ...]
IDLE: ByRole = (("player", 20_160), ("staff", 720), ("admin", 240), ("owner", 240))
LONGEST: ByRole = (("player", 2_160), ("staff", 24))
Network = IPv4Network | IPv6Network
NO_NETWORKS: tuple[Network, ...] = ()
WIDEST = 8  # bits of a network of proxies: 10.0.0.0/8; a wider one would have everybody believed


class BadSettings(ImproperlyConfigured):
    """Settings that cannot be. Its text has one line for each, with what would be right."""


def setting(parse: Callable[[str], T], default: T, meaning: str) -> Any:
    """Declare a setting: how its text is read (ValueError says what would be right), its default, its meaning."""
    return dataclasses.field(default=default, metadata={"parse": parse, "meaning": meaning})


def flag(text: str) -> bool:
    if text.lower() not in YES | NO:
        raise ValueError("true or false")
    return text.lower() in YES


def number(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most):
            raise ValueError(f"a whole number from {least} to {most}")
        return int(text)

    return parse


def one_of(*values: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in values:
            raise ValueError(f"one of {', '.join(values)}")
        return text

    return parse


def names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def hosts(text: str) -> tuple[str, ...]:
    found = names(text)
    if not found or any("/" in host or " " in host for host in found):
        raise ValueError("host names with commas between them, without http://, as in club.example.org,10.0.0.7")
    return found


def networks(text: str) -> tuple[Network, ...]:
    try:
        found = tuple(ip_network(part) for part in names(text))
    except ValueError:
        found = ()
    if not found or any(one.prefixlen < WIDEST for one in found):
        raise ValueError(
            "addresses or networks of your own proxies with commas between them, as in 172.28.0.2 or 10.0.0.0/8"
        )
    return found


def roles(text: str) -> tuple[str, ...]:
    found = () if text == "none" else names(text)
    if set(found) - set(ROLES) or (not found and text != "none"):
        raise ValueError(f"none, or some of {', '.join(ROLES)} with commas between them")
    return found


def by_role(most: int) -> Callable[[str], ByRole]:
    def parse(text: str) -> ByRole:
        pairs = [part.partition("=") for part in names(text)]
        known = {name for name, _is, _number in pairs} - {"staff", "player", *ROLES} == set()
        if not known or not {"staff", "player"} <= {name for name, _is, _number in pairs}:
            raise ValueError("role=number with commas between them, for player and staff at least: player=60,staff=30")
        try:
            return tuple((name, number(1, most)(value)) for name, _is, value in pairs)
        except ValueError as wrong:
            raise ValueError(f"for each role {wrong}") from None

    return parse


def _split(text: str) -> SplitResult | None:
    try:
        address = urlsplit(text)
        _ = address.port  # raises where it is no number
    except ValueError:
        return None
    return address


def web_address(text: str) -> str:
    address = _split(text)
    if address is None or address.scheme not in ("http", "https") or not address.hostname:
        raise ValueError("an address of the web, as in https://club.example.org")
    return text.rstrip("/")


def origin(text: str) -> str:
    if urlsplit(web_address(text)).path:
        raise ValueError("an address without a path, as in https://club.example.org")
    return text.rstrip("/")


def issuer(text: str) -> str:
    address = _split(web_address(text))
    local = address is not None and address.hostname in ("localhost", "127.0.0.1")
    if address is None or (address.scheme != "https" and not local) or address.query or address.fragment:
        raise ValueError("an address with https, as the provider writes it: https://id.example.org/realms/club")
    return text


def origins(text: str) -> tuple[str, ...]:
    return tuple(origin(part) for part in names(text))


def push_key(text: str) -> str:
    if text and not re.fullmatch(r"[A-Za-z0-9_-]{43}", text):
        raise ValueError("a private key of P-256 as 43 characters of base64url")
    return text


def time_zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        raise ValueError("the name of a time zone, as in Asia/Tokyo or Europe/Berlin") from None
    return text


def url_of(example: str, *schemes: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        address = _split(text)
        if address is None or address.scheme not in schemes:
            raise ValueError(
                f"an address that begins with {' or '.join(f'{scheme}://' for scheme in schemes)}, as in {example}"
            )
        return text

    return parse


def with_password(url: str, password: str) -> str:
    """The address with that password, its signs quoted.

    >>> with_password("postgresql://club@db:5432/club", "a/b@c#d?")
    'postgresql://club:a%2Fb%40c%23d%3F@db:5432/club'
    """
    address = urlsplit(url)
    user, place = (address.username or "", address.netloc.rpartition("@")[2])
    return address._replace(netloc=f"{user}:{quote(password, safe='')}@{place}").geturl()


def text_line(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise ValueError("one line of text")
    return text


POSTGRES = url_of("postgresql://cardhouse:secret@db:5432/cardhouse", "postgresql", "postgres")
REDIS = url_of("redis://redis:6379/0", "redis", "rediss", "unix")
MAIL = url_of("smtp+tls://user:password@mail.example.org:587", *environ.Env.EMAIL_SCHEMES)
# Values that hold a secret: a fault in one names the variable alone.
UNSAID = (
    "METRICS_TOKEN",
    "DATABASE_PASSWORD",
    "DATABASE_OWNER_PASSWORD",
    "SECRET_KEY",
    "DATABASE_URL",
    "DATABASE_OWNER_URL",
    "DATABASE_DIRECT_URL",
    "REDIS_URL",
    "EMAIL_URL",
    "GOOGLE_CLIENT_SECRET",
    "LINE_CLIENT_SECRET",
    "OPENID_CLIENT_SECRET",
)
# Which password is whose.
PASSWORDS = {
    "database_url": "database_password",
    "database_direct_url": "database_password",
    "database_owner_url": "database_owner_password",
}
# What is set together, or not at all.
TOGETHER = (
    ("google_client_id", "google_client_secret"),
    ("line_client_id", "line_client_secret"),
    ("openid_client_id", "openid_client_secret", "openid_issuer"),
)
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


@dataclass(frozen=True, kw_only=True)
class Environment:
    """What the operator set, each with its default."""

    secret_key: str = setting(text_line, "", "Signs logins. Empty: one is made and kept in `var/`.")
    hashed_static: bool = setting(
        flag, False, "Static files by names with a digest, as `collectstatic` wrote them; the image sets it."
    )
    debug: bool = setting(flag, False, "Pages show faults to everybody: for development only.")
    database_url: str = setting(
        POSTGRES,
        # The unreachable default serves tools that only import settings (mypy, makemessages).
        "postgresql://cardhouse@127.0.0.1:1/cardhouse",
        "PostgreSQL. Set it together with `REDIS_URL`, or neither: then commands start servers of their own in `var/`.",
    )
    database_owner_url: str = setting(
        POSTGRES,
        "",
        "PostgreSQL as its tables' owner, for `migrate` and `restore`; `DATABASE_URL` is then of that name with `_app`.",
    )
    database_password: str = setting(
        text_line, "", "The password of `DATABASE_URL` as it is, whatever signs are in it; for a URL that names none."
    )
    database_owner_password: str = setting(text_line, "", "The same, of `DATABASE_OWNER_URL`.")
    database_pooled: bool = setting(
        flag,
        False,
        "Between this process and PostgreSQL stands PgBouncer in transaction mode (`docs/deployment/pgbouncer.ini`).",
    )
    database_direct_url: str = setting(
        POSTGRES, "", "PostgreSQL itself, past that pooler, as the program's role: for `backup` and `restore`."
    )
    redis_url: str = setting(REDIS, "redis://127.0.0.1:1/0", "Redis or Valkey: broker, cache, nudges.")
    cardhouse_var: str = setting(text_line, "", "The folder of embedded servers and kept secrets. Empty: `var/`.")
    allowed_hosts: tuple[str, ...] = setting(hosts, HOSTS, "Host names under which the pages are asked for.")
    csrf_trusted_origins: tuple[str, ...] = setting(
        origins, NO_ORIGINS, "Origins from which forms may be sent, behind a proxy with TLS."
    )
    web_origin: str = setting(origin, "http://127.0.0.1:8000", "Where browsers reach the pages.")
    other_web_origins: tuple[str, ...] = setting(
        origins,
        NO_ORIGINS,
        "Further origins of the pages, each with the streams at its own host; `up --lan` sets them.",
    )
    local_authority: str = setting(
        text_line, "", "The certificate that phones take in to trust this club; `up --https` sets it."
    )
    streams_url: str = setting(web_address, "http://127.0.0.1:8001", "Where browsers reach the event streams.")
    https: bool = setting(flag, False, "The pages are reached over TLS: cookies are sent over it alone.")
    hsts_seconds: int = setting(
        number(0, 63_072_000), 0, "For how long browsers are told to use TLS only. 0: not told."
    )
    hsts_whole_domain: bool = setting(
        flag, False, "HSTS also for every host below this one, and for the browsers' own lists."
    )
    trusted_proxies: tuple[Network, ...] = setting(
        networks,
        NO_NETWORKS,
        "Reverse proxies before the pages, by address or network: what they say of a visitor's address is believed, nobody else.",
    )
    factor_roles: tuple[str, ...] = setting(
        roles,
        ROLES,
        "Whose role asks for a second factor at the login: none, or some of the roles of the staff. `up --demo` asks nobody.",
    )
    session_idle_minutes: tuple[tuple[str, int], ...] = setting(
        by_role(YEAR), IDLE, "So long after its last use a session ends, by role; of several roles the strictest holds."
    )
    session_hours: tuple[tuple[str, int], ...] = setting(
        by_role(YEAR // 60), LONGEST, "So long after it began a session ends, however it is used."
    )
    reauthentication_minutes: int = setting(
        number(1, 60), 10, "For so long a password or a code given counts before roles, logins and large payouts."
    )
    webhooks_may_be_local: bool = setting(
        flag, False, "Webhooks may go to the club's own network, and so may whoever makes them."
    )
    vapid_key: str = setting(
        push_key,
        "",
        "By which push services know this club (a private key of P-256, base64url). Empty: one is kept in `var/`.",
    )
    email_url: str = setting(MAIL, "consolemail://", "The mail server. As it is, mails are printed, not sent.")
    email_from: str = setting(text_line, "cardhouse@localhost", "The sender of mails.")
    email_verification: str = setting(
        one_of("none", "optional", "mandatory"), "optional", "Whether an address is checked before it counts."
    )
    google_client_id: str = setting(
        text_line,
        "",
        "Members come in by Google: the id of the club there ([signing_in.md](signing_in.md)). Empty: they do not.",
    )
    google_client_secret: str = setting(text_line, "", "The secret that goes with it.")
    line_client_id: str = setting(
        text_line, "", "Members come in by LINE: the id of the club's channel of LINE Login. Empty: they do not."
    )
    line_client_secret: str = setting(text_line, "", "The secret of that channel.")
    openid_issuer: str = setting(
        issuer, "", "Members come in by another provider of OpenID Connect: its issuer, signs and all as it writes it."
    )
    openid_client_id: str = setting(text_line, "", "The id of the club there.")
    openid_client_secret: str = setting(text_line, "", "The secret that goes with it.")
    openid_name: str = setting(text_line, "OpenID", "What pages call that provider.")
    time_zone: str = setting(time_zone, "Asia/Tokyo", "Until the club's house rule names another.")
    heads_file: str = setting(
        text_line,
        "",
        "To which file the heads of the sealed records are written each hour; the audit compares with it. On a disk of another "
        "machine it shows what whoever owns the database rewrote.",
    )
    heads_mail: str = setting(text_line, "", "To whom these heads are mailed, once a day.")
    metrics_token: str = setting(text_line, "", "Whoever brings it may read `/metrics`. Empty: nobody may.")
    log_format: str = setting(
        one_of("line", "json"),
        "line",
        "How logs are written: a line for people, or JSON for programs that collect them.",
    )
    log_level: str = setting(one_of(*LEVELS), "INFO", "What is logged.")
    cardhouse_testing: bool = setting(flag, False, "Set by the tests.")
    cardhouse_asgi: bool = setting(flag, False, "Set by the process of the event streams.")
    cardhouse_serves: bool = setting(
        flag,
        False,
        "Set by processes that serve: web, streams and workers, whose locks and statements have limits of time.",
    )


def read(variables: Mapping[str, str]) -> Environment:
    """The settings of these variables; BadSettings names all that cannot be, with what would be right."""
    values: dict[str, Any] = {}
    faults = []
    for field in dataclasses.fields(Environment):
        name = field.name.upper()
        text = variables.get(name, "").strip()
        if not text:
            continue
        try:
            values[field.name] = field.metadata["parse"](text)
        except ValueError as wrong:
            shown = "" if name in UNSAID else f" is {text[:80]!r}, but"
            faults.append(f"{name}{shown} must be {wrong}.")
    for url, password in PASSWORDS.items():
        if values.get(password) and values.get(url):
            values[url] = with_password(values[url], values[password])
    for group in TOGETHER:
        missing = [name.upper() for name in group if not values.get(name)]
        if 0 < len(missing) < len(group):
            faults += [f"{one} must be set as well." for one in missing]
    if values.get("https"):
        for name in ("web_origin", "streams_url"):
            if values.get(name, "https:").startswith("http:"):
                faults.append(f"{name.upper()} must begin with https:// where HTTPS is true.")
    if faults:
        raise BadSettings("\n".join(faults))
    return Environment(**values)


def document() -> str:
    """The page docs/settings.md: every setting with its default and meaning."""
    lines = [
        "# Settings",
        "",
        "What an operator may set, in the environment (`.env` for docker compose). A value that cannot be is refused at the",
        "start, all of them at once, with what would be right. `uv run python -m club.project.environment` writes this page.",
        "",
        "| variable | default | meaning |",
        "|---|---|---|",
    ]
    for field in dataclasses.fields(Environment):
        default = field.default
        if isinstance(default, tuple):
            shown = ",".join("=".join(map(str, one)) if isinstance(one, tuple) else str(one) for one in default)
        else:
            shown = str(default).lower() if isinstance(default, bool) else str(default)
        lines.append(f"| `{field.name.upper()}` | {f'`{shown}`' if shown else ''} | {field.metadata['meaning']} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    from pathlib import Path

    (Path(__file__).parents[2] / "docs" / "settings.md").write_text(document(), encoding="utf-8")
