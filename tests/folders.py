"""The folders of the four packages, as their `__init__.py` describe them: `python -m tests.folders` writes docs/folders.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "folders.md"
PACKAGES = ("tournaments", "tables", "club", "engine")
# Folders whose name and place Django chooses.
DJANGO = {"migrations", "management", "commands", "templatetags", "static", "locale"}
HEAD = """# The folders

What the club does in each folder, and what may be put there. Each folder says so itself, in its `__init__.py`;
`uv run python -m tests.folders` writes this page from them.
"""


def folders(package: str) -> Iterator[Path]:
    """The folders of a package that hold modules, in the order of their names; the package itself is not one of them."""
    for path in sorted((ROOT / package).rglob("__init__.py")):
        parts = path.relative_to(ROOT).parts[1:-1]
        if parts and not DJANGO & set(parts):
            yield path.parent


def modules(folder: Path) -> list[str]:
    """The names of a folder's modules, without its `__init__.py`."""
    return sorted(path.stem for path in folder.glob("*.py") if path.name != "__init__.py")


def description(folder: Path) -> list[str]:
    """The paragraphs that a folder says of itself; empty if it says nothing."""
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n") if paragraph.strip()]


def document() -> str:
    """The page docs/folders.md as it should be."""
    parts = [HEAD]
    for package in PACKAGES:
        parts.append(f"## {package}\n")
        for folder in folders(package):
            parts.append(f"### {folder.relative_to(ROOT)}\n")
            parts += [f"{paragraph}\n" for paragraph in description(folder)]
            names = [f"`{name}`" for name in modules(folder)]
            lines, line = [], ""
            for name in names:
                if line and len(line) + len(name) > 110:
                    lines.append(line)
                    line = ""
                line += (" " if line else "") + name
            parts.append("\n".join([*lines, line]) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
