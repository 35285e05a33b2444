"""Static files under names that hold a digest of what is in them, so that browsers keep them for a year and never have an old one.

`manage.py collectstatic` writes them, compressed too; scripts and style sheets that name one another do so by these names. It is
done where an image is built, with `HASHED_STATIC` set; without it files are served as they stand.
"""

from __future__ import annotations

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = ("club/", "tables/", "tournaments/")


class HashedStatic(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """WhiteNoise's, with the imports of modules among what is renamed. Files that are in no manifest keep their name."""

    support_js_module_import_aggregation = True
    manifest_strict = False

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        """The name with its digest. What other people's files name and is not there (maps, examples in comments) stays as it is;
        where one of ours names nothing, `ValueError` says so."""
        try:
            return str(super().hashed_name(name, content, filename))
        except ValueError:
            if name.startswith(OURS):
                raise
            return name
