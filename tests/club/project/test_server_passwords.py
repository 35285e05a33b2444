"""The embedded servers ask for a password that only the club's user can read."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from club.project import servers


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[servers.Servers]:
    ours = servers.Servers(tmp_path / "var", is_durable=False)
    yield ours
    ours.stop()


def let_in(url: str) -> bool:
    """True if PostgreSQL answers whoever comes by that address."""
    try:
        with psycopg.connect(url) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError as refusal:
        if "password" not in str(refusal):
            raise
        return False


def without_password(url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=f"{parts.username or ''}@{parts.hostname}:{parts.port}".lstrip("@")).geturl()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_without_the_password_is_let_in_nor_is_it_seen(ours, monkeypatch):
    monkeypatch.setenv("CARDHOUSE_FAMILY", "ours")
    with ours.running() as addresses:
        assert let_in(addresses.database_url)
        assert not let_in(without_password(addresses.database_url))
        redis.Redis.from_url(addresses.redis_url).ping()
        with pytest.raises(redis.AuthenticationError):
            redis.Redis.from_url(without_password(addresses.redis_url)).ping()
        known = {urlsplit(one).password for one in (addresses.database_url, addresses.owner_url, addresses.redis_url)}
        assert len(known) == 3  # who has one of them has none of the others
        for name in ("postgres", "valkey"):
            process = ours.process_of(name)
            assert process is not None
            assert not any(password in word for word in process.cmdline() for password in known)
            assert process.environ()["CARDHOUSE_FAMILY"] == "ours"  # by such a mark leftovers are found
        open_to_others = [path for path in ours.directory.rglob("*") if mode(path) & 0o077 and not path.is_symlink()]
        assert open_to_others == []
    assert mode(ours.directory) == 0o700
    assert [mode(ours.directory / name) for name in ("servers.secret", "valkey.conf")] == [0o600, 0o600]
    assert mode(ours.data) == 0o700


def test_servers_that_an_older_version_left_open_ask_for_a_password_and_a_lost_one_is_replaced(ours):
    with ours.running() as addresses, psycopg.connect(addresses.owner_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS chips")
    before = ours.secret.read_text()
    ours.secret.unlink()
    (ours.data / "pg_hba.conf").write_text("host all all 127.0.0.1/32 trust\n")
    ours.directory.chmod(0o755)
    with ours.running() as addresses:
        assert not let_in(without_password(addresses.database_url))
        assert not let_in(addresses.owner_url.replace(ours.secret.read_text(), before))
        with psycopg.connect(addresses.owner_url) as connection:
            assert connection.execute("SELECT chips FROM kept").fetchone() == (7,)
        ours.secret.unlink()
        with pytest.raises(servers.ServersError, match=r"manage\.py down"), ours.running():
            pass
    assert mode(ours.directory) == 0o700
