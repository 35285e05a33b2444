"""The door for pages and API."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.project.settings")
os.environ.setdefault("CARDHOUSE_SERVES", "1")
application = get_wsgi_application()
