"""A PostgreSQL that follows the club's own, beside it: copied, started, waited for, promoted, put in its place."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator

import psycopg
from psycopg.conninfo import make_conninfo

from club.project.processes import MARK
from club.project.servers import Servers, free_port, postgres_command, postgres_programs, unprivileged_prefix
from tests.faults.club import Club
from tests.faults.layouts import address_at

NAME = "standby"
HBA = "pg_hba.conf"
REPLICATION = "host replication all 127.0.0.1/32 scram-sha-256\n"
FOLLOWS = "SELECT sync_state FROM pg_stat_replication WHERE application_name = %s AND state = 'streaming'"


def asked(address: str, *statements: str) -> None:
    """Have that server do so, each by itself. Raises `psycopg.Error`."""
    with psycopg.connect(address, autocommit=True) as owner:
        for statement in statements:
            owner.execute(statement)


class Standby:
    """The server that follows. `owner`: its own address, for PostgreSQL's owner."""

    def __init__(self, servers: Servers) -> None:
        self.servers, self.port = servers, free_port()
        self.primary = os.environ["DATABASE_OWNER_URL"]
        self.owner = address_at(self.primary, self.port)
        self.data = servers.directory / f"postgres-{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def copied(self) -> subprocess.Popen[bytes]:
        """The copying of the primary, which was begun. The primary lets it in until it is started again."""
        with (self.servers.data / HBA).open("a") as allowed:
            allowed.write(REPLICATION)
        asked(self.primary, "SELECT pg_reload_conf()")
        command = [*unprivileged_prefix(), str(postgres_programs() / "pg_basebackup"), "-D", str(self.data)]
        command += ["-d", make_conninfo(self.primary, application_name=NAME), "--checkpoint=fast", "-R"]
        return self._begun(command, "basebackup.log")

    def start(self) -> None:
        """Have it follow. It lets in whom the primary does, without other standbys."""
        kept = (self.servers.data / HBA).read_text().replace(REPLICATION, "")
        for data in (self.data, self.servers.data):
            (data / HBA).write_text(kept)
        self.process = self._begun(postgres_command(self.data, self.port), "standby.log")
        self.servers.remember(NAME, self.process.pid, self.port)

    def state(self) -> str:
        """``async`` or ``sync`` as soon as it follows, before that nothing."""
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.primary, autocommit=True) as owner:
            found = owner.execute(FOLLOWS, [NAME]).fetchone()
            return str(found[0]) if found else ""
        return ""

    def be_waited_for(self) -> None:
        """Each commit of the primary is acknowledged only when it is on this server's disk too."""
        asked(self.primary, f"ALTER SYSTEM SET synchronous_standby_names = '{NAME}'", "SELECT pg_reload_conf()")

    def stop_hearing(self) -> None:
        """It is cut off from the primary, as by a network that fails."""
        asked(self.owner, "ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()")

    def promote(self) -> None:
        """Be the primary, in the place of the one that has died. Raises `psycopg.Error`."""
        assert self.process is not None
        asked(self.owner, "SELECT pg_promote(true, 600)")
        place = self.servers.data  # where it is started again, should it die
        old = place.resolve()
        if place.is_symlink():
            place.unlink()
        else:
            old = place.rename(place.with_name("postgres-first"))
        place.symlink_to(self.data.name)
        shutil.rmtree(old)  # it must never come back: there would be two
        self.servers.remember("postgres", self.process.pid, self.port)

    def give_up(self) -> None:
        """It never was promoted: nobody waits for it any more, and it goes."""
        with contextlib.suppress(psycopg.Error):
            asked(self.primary, "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()
        shutil.rmtree(self.data, ignore_errors=True)

    def _begun(self, command: list[str], log: str) -> subprocess.Popen[bytes]:
        unmarked = {name: value for name, value in os.environ.items() if name != MARK}  # it outlives the programs
        with (self.servers.directory / log).open("ab") as out:
            return subprocess.Popen(
                command,
                env=unmarked,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                umask=0o077,
            )


@contextlib.contextmanager
def following(opened: Club, *, is_waited_for: bool) -> Iterator[Standby]:
    """A new standby that follows within the block, and is promoted in it. Raises `TimeoutError` if it does not come so far."""
    one = Standby(opened.servers)
    is_promoted = False
    try:
        copying = one.copied()
        opened.wait(lambda: copying.poll() is not None, "the standby is not copied")
        assert copying.returncode == 0, f"pg_basebackup failed: {opened.servers.directory / 'basebackup.log'}"
        one.start()
        opened.wait(lambda: one.state() == "async", "the standby does not follow")
        if is_waited_for:
            one.be_waited_for()
            opened.wait(lambda: one.state() == "sync", "the standby is not waited for")
        yield one
        is_promoted = one.servers.data.resolve() == one.data
    finally:
        if not is_promoted:
            one.give_up()
