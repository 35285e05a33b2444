"""``manage.py up``: open the club."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import shlex
import signal
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from club.project import local_network
from club.project.environment import HOSTS
from club.project.local_network import NoNetwork, Place
from club.project.processes import MARK, Child, Household, program, stop_leftovers
from club.project.running.preparation import preparing
from club.project.running.queues import queues
from club.project.servers import Servers, is_free, var_directory

if TYPE_CHECKING:
    from club.project.certificates import Certificate

PROGRAM = Path(__file__).resolve().parents[3] / "manage.py"
WEB = 2  # processes that serve pages and API
ANSWER_SECONDS = 10.0  # for one answer, of a machine that does other things as well
SAY_SECONDS = 15.0  # whoever waits is told for what, this often
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Command(BaseCommand):
    requires_system_checks = []  # whoever prepares the database makes them
    help = "Start the club: servers, web, event streams, worker and beat. Ctrl-C stops everything it started."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="fill a demo club with computer players")
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="web port (default 8000); the streams take the next")
        parser.add_argument(
            "--lan",
            nargs="?",
            const="",
            metavar="ADDRESS",
            help="open for phones in the club's network, and print a code to scan; of several networks, the one with ADDRESS",
        )
        parser.add_argument(
            "--https",
            action="store_true",
            help="serve TLS, as phones want it to install the club: by --certificate, or one made here and kept in var/tls",
        )
        parser.add_argument("--certificate", type=Path, metavar="FILE", help="a certificate of your own, in PEM")
        parser.add_argument(
            "--key", type=Path, metavar="FILE", help="the key of --certificate, in PEM, without a password"
        )
        parser.add_argument("--workers", type=int, default=2, help="worker processes (default 2)")
        parser.add_argument("--web", type=int, default=WEB, help=f"processes that serve pages and API (default {WEB})")

    def handle(
        self, *, demo: bool, host: str, port: int, workers: int, web: int, lan: str | None, **options: Any
    ) -> None:
        directory = var_directory()
        if demo:  # everybody looks round in a demo, and nobody has a phone with codes for it
            os.environ.setdefault("FACTOR_ROLES", "none")
        os.umask(0o077)  # what the club keeps, its children's files too, is for its own user
        network = self._network(lan)
        if network:
            host = "0.0.0.0"
        certificate = self._certificate(directory, network, **options)
        with self._alone(directory), contextlib.ExitStack() as opened, asked_to_close() as is_asked:
            try:
                with preparing(directory):
                    stop_leftovers(directory)  # of a killed `up`: they hold its ports
                    port = self._free_pair(port, host)
                    environment = addresses(host, port, network, certificate)
                    children = family(host, port, workers, environment, certificate, web=web)
                    household = Household(directory, children, forks=serving(environment))
                    opened.callback(household.stop)
                    household.preload()
                    self._prepare(directory, demo)
                servers = Servers(directory) if "CARDHOUSE_EMBEDDED" in os.environ else None
                household.start()
                wait_until_open(household, doors(host, port, certificate), self.stdout.write, until=is_asked)
                if not is_asked():
                    self._say_where(environment["WEB_ORIGIN"], demo)
                    if network:
                        self._say_to_phones(environment["WEB_ORIGIN"], network, certificate)
                trouble = ""
                while not is_asked():
                    time.sleep(1.0)
                    before, trouble = trouble, "" if servers is None else servers.revive()
                    if trouble not in ("", before):
                        self.stderr.write(trouble)
                    for name in household.revive():
                        self.stderr.write(f"{name} had died and was started again; its log is {household.log(name)}")
            except KeyboardInterrupt:
                pass
            if is_asked():
                self.stdout.write("\nClosing the club …")
                self.stdout.flush()

    def _prepare(self, directory: Path, demo: bool) -> None:
        """In a process of its own: what it imports and what it made of the database's rows is not kept while the club is open."""
        self.stdout.write("Preparing the database …")
        self.stdout.flush()
        command = [sys.executable, str(PROGRAM), "prepare", *(["--demo"] if demo else [])]
        # Marked, so that whoever stops what is left of this `up` finds it.
        with subprocess.Popen(command, env={**os.environ, MARK: str(directory)}, start_new_session=True) as process:
            try:
                code = process.wait()
            except BaseException:
                process.terminate()
                raise
        if code:
            raise CommandError("the database could not be prepared")

    @contextlib.contextmanager
    def _alone(self, directory: Path) -> Iterator[None]:
        """One `up` a directory: a second would run a second beat."""
        directory.mkdir(parents=True, exist_ok=True)
        with open(directory / "up.lock", "a+") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CommandError(
                    f"this club is open already ({directory}): stop it with `manage.py down` or Ctrl-C where it runs"
                ) from None
            lock.truncate(0)
            lock.write(str(os.getpid()))
            lock.flush()
            yield

    def _network(self, wanted: str | None) -> list[Place]:
        """Where phones find this machine, the place they are sent to first; empty if the club is not open to them."""
        if wanted is None:
            return []
        found = local_network.places()
        try:
            first = local_network.chosen(found, wanted)
        except NoNetwork as refusal:
            raise CommandError(str(refusal)) from None
        return [first, *(place for place in found if place != first)]

    def _certificate(
        self,
        directory: Path,
        network: list[Place],
        *,
        https: bool,
        certificate: Path | None,
        key: Path | None,
        **_: Any,
    ) -> Certificate | None:
        if not https and certificate is None and key is None:
            return None
        from club.project import certificates  # much to import, for a club that serves TLS

        if (certificate is None) != (key is None):
            raise CommandError("--certificate and --key go together: the certificate, and the file with its key")
        try:
            if certificate is not None and key is not None:
                return certificates.given(certificate, key)
            names = ["localhost", "127.0.0.1", *(place.address for place in network)]
            return certificates.local(directory / "tls", names, now=datetime.now(UTC))
        except certificates.BadCertificate as refusal:
            raise CommandError(str(refusal)) from None

    def _say_to_phones(self, address: str, network: list[Place], certificate: Certificate | None) -> None:
        self.stdout.write(f"\nPhones in the network of {network[0].card} come in at {address}/ :\n")
        self.stdout.write(code_for_terminal(f"{address}/", has_colours=self.stdout.isatty()))
        self.stdout.write(f"The same code to print: {address}/phones/")
        if network[1:]:
            others = ", ".join(f"{place.address} ({place.card})" for place in network[1:])
            self.stdout.write(
                f"This machine is in several networks, and reached at {others} too. "
                f"If the code leads to the wrong one: up --lan {network[1].address}"
            )
        if certificate is not None and certificate.authority is not None:
            self.stdout.write("Phones warn of the certificate until they have taken it in: the page to print says how.")
        self.stdout.write("If a phone finds nothing, the firewall of this machine may be closed for these two ports.")
        self.stdout.flush()

    def _free_pair(self, wanted: int, host: str) -> int:
        for port in range(wanted, wanted + 200, 2):
            if is_free(port, host) and is_free(port + 1, host):
                if port != wanted:
                    self.stderr.write(f"port {wanted} or {wanted + 1} is taken: using {port}")
                return port
        raise CommandError(f"no free pair of ports from {wanted} to {wanted + 199}: choose another with --port")

    def _say_where(self, address: str, demo: bool) -> None:
        self.stdout.write(self.style.SUCCESS(f"The club is open: {address}/"))
        if not demo:
            self.stdout.write(
                "No login yet? uv run manage.py createsuperuser (in another terminal) makes the first admin"
            )
        self.stdout.write("Ctrl-C closes it; its data stay.")
        self.stdout.flush()


@contextlib.contextmanager
def asked_to_close() -> Iterator[Callable[[], bool]]:
    """Inside the block the first Ctrl-C, TERM or hang-up raises `KeyboardInterrupt`; what the block is given is then true.

    Also where the shell has Ctrl-C ignored, as it does for what it starts in the background. Asked once, the club closes in
    order: whoever asks again does not cut that short.
    """
    asked: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        for each in ENDING:
            signal.signal(each, signal.SIG_IGN)
        asked.append(number)  # where the error is lost (in a finalizer, say), this is still seen
        raise KeyboardInterrupt

    for each in ENDING:
        if each != signal.SIGHUP or signal.getsignal(each) != signal.SIG_IGN:  # what was started by nohup goes on
            signal.signal(each, ask)
    try:
        yield lambda: bool(asked)
    finally:
        for each in ENDING:
            signal.signal(each, signal.SIG_IGN)


def wait_until_open(
    household: Household, doors: Mapping[str, str], say: Callable[[str], object], *, until: Callable[[], bool]
) -> None:
    """Wait until every one of `doors` (addresses by the name of the child behind it) answers, or `until` is true.

    However long it takes: a busy machine is slow, and says so. Raises `CommandError` if a child has died.
    """
    for name, address in doors.items():
        since = said = time.monotonic()
        spent = household.work_of(name)
        while not until() and not answers(address):
            for dead in household.dead():
                raise CommandError(f"{dead} ended while the club was being opened; its log is {household.log(dead)}")
            now = time.monotonic()
            if now - said >= SAY_SECONDS:
                before, spent, said = spent, household.work_of(name), now
                state = "it is at work" if spent > before else "it lives, but has done nothing since the last time"
                say(
                    f"waiting for {name} to answer, {now - since:.0f} s so far: {state}; its log is {household.log(name)}"
                )
            time.sleep(0.1)


def answers(address: str) -> bool:
    # This machine asks itself: that it answers is all there is to know, and its certificate may name another address.
    own = ssl._create_unverified_context() if address.startswith("https:") else None
    try:
        with urllib.request.urlopen(address, timeout=ANSWER_SECONDS, context=own):
            return True
    except (urllib.error.URLError, OSError):
        return False


def doors(host: str, port: int, certificate: Certificate | None = None) -> dict[str, str]:
    """What answers when the club is open, by the child behind it."""
    here = f"{'http' if certificate is None else 'https'}://{seen_as(host)}"
    return {"web": f"{here}:{port}/healthz", "streams": f"{here}:{port + 1}/healthz"}


def code_for_terminal(text: str, *, has_colours: bool) -> str:
    """A QR code as letters: light on dark, which is how the letters make it; a terminal is told these colours."""
    import segno  # for a club that is open to phones

    drawn = io.StringIO()
    segno.make(text, error="m").terminal(out=drawn, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in lines) if has_colours else "\n".join(lines)


def seen_as(host: str) -> str:
    """The address under which this machine finds what listens on `host`."""
    return "127.0.0.1" if host in ("0.0.0.0", "127.0.0.1") else host


def addresses(
    host: str, port: int, network: Sequence[Place] = (), certificate: Certificate | None = None
) -> dict[str, str]:
    """The variables that tell every child where browsers find the pages and the streams, and which addresses are ours.

    What the environment says itself stays. Of a network the first place is where phones are sent.
    """
    scheme = "http" if certificate is None else "https"
    hosts = [place.address for place in network] or [seen_as(host)]
    ours = [*hosts, *(one for one in ("127.0.0.1", "localhost") if one not in hosts)]
    told = {
        "WEB_ORIGIN": f"{scheme}://{hosts[0]}:{port}",
        "STREAMS_URL": f"{scheme}://{hosts[0]}:{port + 1}",
        "OTHER_WEB_ORIGINS": ",".join(f"{scheme}://{one}:{port}" for one in ours[1:]),
        "HTTPS": "false" if certificate is None else "true",
        "LOCAL_AUTHORITY": "" if certificate is None or certificate.authority is None else str(certificate.authority),
    }
    if network:
        told["ALLOWED_HOSTS"] = ",".join([*HOSTS, *hosts])
    return {name: os.environ.get(name) or value for name, value in told.items()}


def family(
    host: str,
    port: int,
    workers: int,
    environment: dict[str, str],
    certificate: Certificate | None = None,
    *,
    web: int = WEB,
) -> list[Child]:
    """The programs of an open club: so many `workers` and `web` processes, and one of each other."""
    hands, quick, slow = queues()
    web_tls = streams_tls = ""
    if certificate is not None:
        chain, key = shlex.quote(str(certificate.chain)), shlex.quote(str(certificate.key))
        web_tls = f"--ssl-certificate {chain} --ssl-keyfile {key} --ssl-protocol-min tls1.2 "
        streams_tls = f"--ssl-certfile {chain} --ssl-keyfile {key} "
    lines = {
        "web": f"granian --interface rsgi --host {host} --port {port} --workers {web} --no-ws --backlog 2048 --backpressure 2048 "
        f"--http1-header-read-timeout 10000 {web_tls}club.project.rsgi:application",
        # A stream never ends by itself: without a limit a stop would wait for every viewer to leave.
        "streams": f"uvicorn --host {host} --port {port + 1} --log-level warning --timeout-graceful-shutdown 1 {streams_tls}"
        "club.project.asgi:application",
        "worker": f"celery -A club.project --quiet worker -Q {hands},{quick} --concurrency {workers} "
        "--loglevel warning -n quick@%h",
        "thinker": f"celery -A club.project --quiet worker -Q {slow} --concurrency 1 --loglevel warning -n slow@%h",
        "beat": "celery -A club.project --quiet beat --loglevel warning",
    }
    return [Child(name, program(line), serving(environment)) for name, line in lines.items()]


def serving(environment: Mapping[str, str]) -> dict[str, str]:
    """What all of them are told; workers too hold no lock for long."""
    return {**environment, "CARDHOUSE_SERVES": "1"}
