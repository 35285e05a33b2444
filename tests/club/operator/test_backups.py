"""A club is kept in a file and comes back whole, from an older version too; what cannot be is refused and changes nothing."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from club.models import AuditRun, User
from club.operator import backups, doctor
from club.operator.doctor import State
from tests import databases
from tests.support.dumps import BALANCES, DUMPS, rows

NOW = timezone.now()


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of an embedded club."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("var")
        patch.setenv("CARDHOUSE_VAR", str(folder))
        patch.setenv("CARDHOUSE_EMBEDDED", "1")
        yield folder


@pytest.fixture(scope="module")
def kept(
    var: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[Path, list[tuple[object, ...]]]]:
    """The backup that was made before an older club was upgraded, and its balances; in use is an empty database."""
    name = connection.settings_dict["NAME"]
    with django_db_blocker.unblock():
        with databases.empty(f"{name}_kept"):
            with connection.cursor() as cursor:
                cursor.execute(gzip.decompress(DUMPS[0].read_bytes()).decode())
            (var / "secret_key").write_text("signs logins")
            path = backups.before_upgrade(now=NOW)
            assert path is not None
            told = rows(BALANCES)
        (var / "secret_key").unlink()
        with databases.empty(f"{name}_restored"):
            yield path, told


def test_a_club_of_an_older_version_comes_back_whole_and_its_books_balance(kept: Any, var: Path, capsys: Any) -> None:
    path, told = kept
    assert path.stat().st_mode & 0o077 == 0
    call_command("restore", path)
    assert "The books balance." in capsys.readouterr().out
    assert len(told) > 20
    assert rows(BALANCES) == told
    assert (var / "secret_key").read_text() == "signs logins"
    with pytest.raises(CommandError, match=r"this club is not empty \(\d+ logins, .*restore into an empty one"):
        call_command("restore", path)
    assert rows(BALANCES) == told


def test_each_business_day_has_one_backup_and_fourteen_are_kept(kept: Any, var: Path) -> None:
    other = backups.folder() / "cardhouse-by-hand.tar"
    backups.make(other, now=NOW)
    days = [NOW + timedelta(days=n) for n in range(3)]
    for n in range(20):
        (backups.folder() / f"nightly-2020-01-{n + 1:02}.tar").write_bytes(b"old")
    assert all(backups.nightly(now=day) for day in days)
    assert backups.nightly(now=days[-1]) is None
    names = [one.name for one in backups.nightlies()]
    assert len(names) == 14
    assert names[3:] == [f"nightly-2020-01-{n:02}.tar" for n in range(20, 9, -1)]
    assert other.exists()
    with pytest.raises(backups.BackupError, match="is there already"):
        backups.make(other, now=NOW)
    assert not [one for one in backups.folder().iterdir() if one.name.startswith(".")]


def test_the_doctor_names_what_is_wrong_and_what_to_do(kept: Any, settings: Any) -> None:
    settings.WEB_ORIGIN, settings.STREAMS_URL = "https://club.example.org", "http://streams.example.org"
    settings.ALLOWED_HOSTS, settings.DEBUG = ["localhost"], True
    User.objects.update(is_active=False)
    AuditRun.objects.create(at=NOW, ok=False, differences=["account 7: balance 1, lines sum to 2"])
    found = list(doctor.examine(now=NOW, is_open=True))
    faults = " ".join(one.words for one in found if one.state is State.FAULT)
    for words in (
        "nobody may set up the club", "books did not balance", "account 7", "no heartbeat", "would be refused",
        "does not reach the streams", "browsers refuse that", "DEBUG is on",
    ):  # fmt: skip
        assert words in faults
    assert all(one.remedy for one in found if one.state is not State.WELL)
    settings.WEB_ORIGIN, settings.STREAMS_URL = "http://localhost:8000", "http://localhost:8001"
    settings.DEBUG = False
    AuditRun.objects.create(at=NOW, ok=True)
    User.objects.filter(pk=User.objects.first().pk).update(is_superuser=True, is_active=True)  # type: ignore[union-attr]
    assert [one for one in doctor.examine(now=NOW, is_open=False) if one.state is State.FAULT] == []


def written(path: Path, **members: bytes) -> Path:
    with tarfile.open(path, "w") as tar:
        for name, content in members.items():
            member = tarfile.TarInfo(name.replace("_", "."))
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return path


def test_what_is_no_backup_or_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    about = {"kind": backups.KIND, "made_at": "", "club": "", "counts": {}, "is_in_balance": True}
    newer = json.dumps({**about, "migrations": ["club.9999_tomorrow"]}).encode()
    (tmp_path / "text").write_text("no tar")
    files = {
        tmp_path / "none.tar": "there is no file",
        tmp_path / "text": "is no backup",
        written(tmp_path / "empty.tar"): "is no backup",
        written(tmp_path / "other.tar", about_json=b'{"kind": "x"}'): "is no backup",
        written(tmp_path / "newer.tar", about_json=newer): "newer version .*9999_tomorrow.* upgrade first",
    }
    for path, words in files.items():
        with pytest.raises(backups.BackupError, match=words):
            backups.restore(path, now=NOW)


def test_a_backup_that_breaks_off_leaves_the_club_empty_and_usable(
    var: Path, tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    about = {"kind": backups.KIND, "made_at": "", "club": "", "counts": {}, "is_in_balance": True, "migrations": []}
    broken = written(tmp_path / "b.tar", about_json=json.dumps(about).encode(), database_dump=b"PGDMP broken")
    with django_db_blocker.unblock(), databases.empty(f"{connection.settings_dict['NAME']}_broken"):
        with pytest.raises(backups.BackupError, match="pg_restore"):
            backups.restore(broken, now=NOW)
        assert rows("SELECT count(*) FROM club_player") == [(0,)]


@pytest.mark.django_db
def test_a_backup_goes_past_a_pooler_whose_session_it_would_leave_without_tables(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATABASE_POOLED, settings.DATABASE_DIRECT_URL, settings.DATABASE_OWNER_URL = True, "", ""
    with pytest.raises(backups.BackupError, match="set DATABASE_DIRECT_URL to PostgreSQL's own address"):
        backups.make(tmp_path / "a.tar", now=NOW)
    settings.DATABASE_DIRECT_URL = "postgresql://club_app:secret@db.example.org:5433/club"
    asked: list[dict[str, str]] = []

    def note(command: list[str], *, env: dict[str, str], **_more: Any) -> SimpleNamespace:
        asked.append(env)
        return SimpleNamespace(returncode=1, stderr="away", stdout="")

    monkeypatch.setattr(backups.subprocess, "run", note)
    with pytest.raises(backups.BackupError, match="pg_dump: away"):
        backups.make(tmp_path / "b.tar", now=NOW)
    there = {"PGHOST": "db.example.org", "PGPORT": "5433", "PGUSER": "club_app", "PGPASSWORD": "secret"}
    assert there.items() <= asked[0].items()
