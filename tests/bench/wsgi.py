"""The club's web with the addresses of `tests.bench.one_row`."""

from __future__ import annotations

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from club.project.rsgi import Door

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.project.settings")
settings.ROOT_URLCONF = "tests.bench.one_row"
application = Door(get_wsgi_application())
