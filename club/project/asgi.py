"""The door for the event streams alone; pages and API are served over WSGI, which is many times faster for them."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.project.settings")
os.environ.setdefault("CARDHOUSE_SERVES", "1")
os.environ.setdefault("CARDHOUSE_ASGI", "1")

import django

django.setup()

from club.live.streams import application  # noqa: E402 - Django must be set up before anything of ours is imported
from club.project.settings import pool_connections  # noqa: E402

pool_connections()  # no connection is open yet

__all__ = ["application"]
