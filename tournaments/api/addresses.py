"""The addresses below `/api/v1/`."""

from django.urls import URLPattern, URLResolver

from .endpoint import api

urlpatterns: list[URLPattern | URLResolver] = api.urls[0]
