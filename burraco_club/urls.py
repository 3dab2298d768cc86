"""The project's addresses: Italian ones plain, English ones below /en/."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

urlpatterns = i18n_patterns(
    path("login/", LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("admin/", admin.site.urls),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
    prefix_default_language=False,
)
