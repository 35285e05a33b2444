"""One process that has imported what every process of the club needs, and forks them: what is the same is in memory once.

It runs ``python -m MODULE ARGUMENTS…`` in a process that is born with Django and the club loaded, in a session of its own, with a
log of its own. It is asked over a socket, a line of JSON each: ``{"name": …, "command": […], "log": …}``, and answers with the
number of the process. When whoever asks is gone, it ends; what it started goes on.

Nothing here may open a connection, start a thread or read the clock before it forks: the children would share it.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
import traceback
from collections.abc import Iterable, Mapping
from types import FrameType
from typing import Any, NoReturn

NAME = "cardhouse-{}"  # by which a process is listed; systems keep fifteen letters
# What the programs import besides the club itself, once they are told what to run.
PROGRAMS = (
    "granian.cli",
    "granian.server",
    "uvicorn.main",
    "uvicorn.protocols.http.auto",
    "celery.bin.worker",
    "celery.bin.beat",
)
CLUB = ("club.project.wsgi", "club.project.urls", "club.live.streams", "club.project.running.work_scheduler")


def preload() -> None:
    """Import it all, and have the collector of garbage leave it alone, whose marks would make each process its own copy."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.project.settings")
    import django

    django.setup()
    for name in (*CLUB, *PROGRAMS):
        importlib.import_module(name)
    from django.conf import settings
    from django.urls import get_resolver
    from django.utils import translation

    from club.project.celery import app

    app.loader.import_default_modules()
    app.finalize(auto=True)
    assert get_resolver().reverse_dict is not None  # made at the first request otherwise, in each process
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("")
    gc.collect()
    gc.freeze()


def serve(asked: socket.socket) -> None:
    """Fork what is asked for, until whoever asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches `up`, which stops its children in order
    signal.signal(signal.SIGCHLD, _bury)
    with asked.makefile("r", encoding="utf-8") as lines:
        for line in lines:
            wanted = json.loads(line)
            number = os.fork()
            if number == 0:
                _become(wanted, asked)
            asked.sendall(f"{json.dumps({'pid': number})}\n".encode())


def _bury(_number: int, _frame: FrameType | None) -> None:
    """A child that has ended is waited for, whoever else knows that it ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _become(wanted: Mapping[str, Any], asked: socket.socket) -> NoReturn:
    """Run the program in this process, which was just forked, and end with it."""
    code: Any = 1
    try:
        os.setsid()
        asked.close()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _speak_to(wanted["log"])
        with (
            contextlib.suppress(OSError),
            open("/proc/self/comm", "w") as name,
        ):  # where there is none, by its parent's name
            name.write(NAME.format(wanted["name"]))
        code = _run(wanted["command"])
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


def _speak_to(path: str) -> None:
    log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    for one in (log, nothing):
        os.close(one)


def _run(command: Iterable[str]) -> Any:
    """``python -m`` with these words; the code with which it ends."""
    module, *arguments = command
    sys.argv = [module, *arguments]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return 0 if end.code is None else end.code
    finally:
        atexit._run_exitfuncs()  # the interpreter itself is not taken down, which would look at all that is shared
    return 0


if __name__ == "__main__":
    preload()
    with socket.socket(fileno=int(sys.argv[1])) as own:
        serve(own)
