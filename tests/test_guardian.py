"""Nothing that a run of the suite has started outlives it, however the run ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil

from tests import guardian
from tests.patience import PATIENCE
from tests.support.budget import sweep

ROOT = Path(__file__).parents[1]
# A run that starts something which would live on: in a session of its own, deaf to being asked.
RUN = """
import subprocess, sys
from tests import guardian
end = guardian.guard(None)
line = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('here', flush=True); time.sleep(3600)"
child = subprocess.Popen([sys.executable, "-c", line], stdout=subprocess.PIPE, start_new_session=True)
child.stdout.readline()
print(child.pid, flush=True)
{then}
"""


@sweep(
    ("then", "sign"),
    [
        ("import time; time.sleep(3600)", signal.SIGKILL),
        ("import time; time.sleep(3600)", signal.SIGTERM),
        ("raise SystemExit(1)", None),
        ("end()", None),
    ],
    ids=["killed", "told to go", "failed", "over"],
)
def test_nothing_outlives_a_run_however_it_ends(then, sign, monkeypatch):
    monkeypatch.delenv(guardian.MARK, raising=False)
    run = subprocess.Popen(
        [sys.executable, "-c", RUN.format(then=then)], cwd=ROOT, env={**os.environ}, stdout=subprocess.PIPE, text=True
    )
    child = psutil.Process(int(run.stdout.readline()))
    if sign is not None:
        run.send_signal(sign)
    run.wait()
    child.wait(timeout=PATIENCE)
    assert not child.is_running()


# One that starts again whoever of its own has died, as `up` does, and is slow to go itself.
SUPERVISOR = """
import os, subprocess, sys
from tests import guardian
end = guardian.guard(None)
child = "import time; time.sleep(3600)"
line = f'''
import signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
children = [subprocess.Popen([sys.executable, "-c", {child!r}]) for _ in range(3)]
print("here", flush=True)
while True:
    for at, child in enumerate(children):
        if child.poll() is not None:
            children[at] = subprocess.Popen([sys.executable, "-c", {child!r}])
'''
process = subprocess.Popen([sys.executable, "-c", line], stdout=subprocess.PIPE, start_new_session=True)
process.stdout.readline()
print(os.environ[guardian.MARK], flush=True)
end()
"""


def test_what_is_started_again_while_a_run_ends_does_not_outlive_it(monkeypatch):
    monkeypatch.delenv(guardian.MARK, raising=False)
    run = subprocess.run([sys.executable, "-c", SUPERVISOR], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert guardian.marked(run.stdout.strip()) == []
