from django.urls import URLPattern, URLResolver, include, path

from scoring.api.endpoint import api

endpoints, application, namespace = api.urls

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include((endpoints, application), namespace=namespace)),
]
