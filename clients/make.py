"""Makes the clients from the API's schema (`just clients`): the Python package, and the types for TypeScript.

What is made is not kept in the repository: it follows from the schema, and the tests make it anew.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CLIENTS = ROOT / "clients"
PACKAGE = "cardhouse_client"


def schema(path: Path) -> None:
    """Write the API's schema to that file."""
    line = [
        sys.executable,
        "manage.py",
        "spectacular",
        "--format",
        "openapi-json",
        "--fail-on-warn",
        "--file",
        str(path),
    ]
    subprocess.run(line, cwd=ROOT, check=True)


def python(schema: Path, into: Path) -> None:
    """Make the Python package in that folder. Raises `SystemExit` where the generator leaves anything out."""
    made = into / PACKAGE
    shutil.rmtree(made, ignore_errors=True)
    line = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(schema), "--meta", "none"]
    options = ["--config", str(CLIENTS / "python" / "generator.yml"), "--output-path", str(made), "--fail-on-warning"]
    done = subprocess.run([*line, *options], cwd=into, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    shutil.copy(CLIENTS / "python" / "streams.py", made / "streams.py")


def typescript(schema: Path, into: Path) -> None:
    """Make the types in that folder."""
    line = ["npx", "--no-install", "openapi-typescript", str(schema), "--output", str(into / "schema.d.ts")]
    subprocess.run(line, cwd=ROOT, check=True, capture_output=True)


def wheel(into: Path) -> None:
    """Build the Python client's wheel into that folder."""
    subprocess.run(["uv", "build", "--quiet", "--wheel", "--out-dir", str(into), str(CLIENTS / "python")], check=True)


def main() -> None:
    """Make all of it; `--schema FILE` takes a schema that was written before."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--schema", type=Path)
    given = options.parse_args()
    path = given.schema or ROOT / "var" / "openapi.json"
    path.parent.mkdir(exist_ok=True)
    if given.schema is None:
        schema(path)
    python(path.resolve(), CLIENTS / "python")
    typescript(path.resolve(), CLIENTS / "typescript")
    wheel(ROOT / "var" / "clients")


if __name__ == "__main__":
    main()
