"""The clock of the machine stepped by hours, for the club's processes and servers alone."""

from __future__ import annotations

import os
import random
import shutil
import struct
import subprocess
from pathlib import Path

from tests.faults.club import Club
from tests.faults.strikes import Struck, well_since

SOURCE = Path(__file__).with_name("stepped_clock.c")
FILE = "CARDHOUSE_CLOCK"
SECONDS = struct.Struct("=q")
HOURS = (1, 6)
FURTHEST = 12 * 3600


def lacks_compiler() -> str:
    """What is missing to step a clock."""
    return "" if shutil.which("cc") else "there is no C compiler to make a clock that can be stepped"


def environment(directory: Path) -> dict[str, str]:
    """What processes are started with whose clock is to be stepped. Raises `subprocess.CalledProcessError`."""
    library, file = directory / "stepped_clock.so", directory / "clock"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", str(library), str(SOURCE), "-ldl"], check=True)
    file.write_bytes(SECONDS.pack(0))
    return {"LD_PRELOAD": str(library), FILE: str(file)}


def stepped(opened: Club, rng: random.Random) -> Struck:
    """The clock is stepped one to six hours forward or back from where it is, and stays there until it is stepped again."""
    with Path(os.environ[FILE]).open("r+b", buffering=0) as file:
        (ahead,) = SECONDS.unpack(file.read())
        step = rng.randint(*HOURS) * 3600 + rng.randint(0, 3599)
        is_back = rng.random() < 0.5 if abs(ahead) < FURTHEST else ahead > 0
        file.seek(0)
        file.write(SECONDS.pack(ahead - step if is_back else ahead + step))
    return Struck(1, well_since(opened))
