"""Tests of how the project starts: its servers, settings and addresses."""
