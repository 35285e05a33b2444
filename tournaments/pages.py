"""The pages of the tournaments."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
