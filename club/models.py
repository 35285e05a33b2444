"""Rows of the club."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A login. Our own class from the first day, since it cannot be changed later without pain."""
