"""Databases of clubs as they once were (`*.sql.gz`), and that today's code brings them up to date.

A new dump belongs here when a version is released: `uv run pytest -n 0 tests/upgrade/make.py`.
"""
