from django.urls import URLPattern, URLResolver

from scoring.api.endpoint import api

urlpatterns: list[URLPattern | URLResolver] = api.urls[0]
