from django.urls import URLPattern, URLResolver, include, path

from scoring.api.endpoint import api
from scoring.views import api as views

endpoints, application, namespace = api.urls

urlpatterns: list[URLPattern | URLResolver] = [
    path("docs", views.api_docs, name="api_docs"),
    path("", include((endpoints, application), namespace=namespace)),
]
