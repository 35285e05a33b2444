#!/usr/bin/env python
"""The door to every command of the club."""

import importlib
import os
import signal
import sys
from pathlib import Path
from types import FrameType

# These need no servers, or must not start them.
WITHOUT_SERVERS = {
    "help",
    "--help",
    "-h",
    "version",
    "--version",
    "down",
    "reset",
    "makemessages",
    "compilemessages",
    "faults",
}


# These prepare the database themselves, or look at a club in whatever state it is: they wait for nobody.
WAITING_FOR_NOBODY = {"prepare", "status", "health", "doctor"}

# These only watch over others, as long as a club is open: they load no app, which would cost a second and a hundred megabytes.
WITHOUT_APPS = {"up": "club.management.commands.up", "down": "club.management.commands.down"}


def main() -> None:
    # A plain TERM, or a terminal that is closed, would skip every `finally`: servers and children would outlive the command.
    signal.signal(signal.SIGTERM, leave)
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # what was started by nohup goes on
        signal.signal(signal.SIGHUP, leave)
    if sys.argv[1:2] == ["up"]:  # a shell has what it starts in the background ignore Ctrl-C
        signal.signal(signal.SIGINT, leave)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.project.settings")
    from club.project import servers
    from club.project.environment import BadSettings, read

    try:
        read(os.environ)
    except BadSettings as refusal:
        print(refusal, file=sys.stderr)
        sys.exit(2)
    if len(sys.argv) < 2 or sys.argv[1] in WITHOUT_SERVERS:
        run()
        return
    try:
        with servers.environment(servers.var_directory()):
            run_when_prepared(servers.var_directory())
    except servers.ServersError as refusal:
        sys.exit(f"cardhouse: {refusal}")
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)


def run_when_prepared(directory: Path) -> None:
    """The command of the command line, once no `up` is preparing the database; one that is not prepared is named as such."""
    from club.project.running import preparation

    if sys.argv[1] in WITHOUT_APPS:
        run()
        return
    if sys.argv[1] not in WAITING_FOR_NOBODY:
        preparation.wait_until_prepared(directory, lambda words: print(words, file=sys.stderr, flush=True))
    from django.db import ProgrammingError

    try:
        run()
    except ProgrammingError:
        from club.database.database_owner import is_prepared

        if is_prepared():
            raise
        sys.exit(f"cardhouse: {preparation.NOT_PREPARED}")


def run() -> None:
    """The command of the command line."""
    if sys.argv[1:2] and sys.argv[1] in WITHOUT_APPS:
        importlib.import_module(WITHOUT_APPS[sys.argv[1]]).Command().run_from_argv(sys.argv)
        return
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


heard: list[int] = []  # the signals by which this process was asked to end


def leave(number: int, _frame: FrameType | None) -> None:
    """End in order, and without a traceback; who is asked again while ending does not end sooner."""
    heard.append(number)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(128 + number)


if __name__ == "__main__":
    try:
        main()
    except Exception:
        # What a signal raises while a class is made comes out of `__set_name__` as a RuntimeError.
        if not heard:
            raise
        sys.exit(128 + heard[0])
