"""The API of the club itself."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
