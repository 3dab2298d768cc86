from django.contrib.auth.decorators import login_not_required
from django.urls import URLPattern, URLResolver, include, path

from scoring.api.endpoint import api
from scoring.views import api as views

endpoints, application, namespace = api.urls
for endpoint in endpoints:
    # For programs without an account, as the pages are for people without one.
    login_not_required(endpoint.callback)  # type: ignore[type-var]

urlpatterns: list[URLPattern | URLResolver] = [
    path("docs", views.api_docs, name="api_docs"),
    path("", include((endpoints, application), namespace=namespace)),
]
