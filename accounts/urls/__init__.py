"""The addresses of accounts and of the tokens of programs."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from pages.lazy_views import LazyViews

accounts = LazyViews("accounts.views.accounts")
logins = LazyViews("accounts.views.logins")
own = LazyViews("accounts.views.own")
programs = LazyViews("accounts.views.programs")

urlpatterns = [
    path("login/", logins.login, name="login"),
    path("login/device/", logins.login_device, name="login_device"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("login/<int:user>/<slug:token>/", logins.first_login, name="first_login"),
    path("account/", own.own_account, name="own_account"),
    path("account/device/", own.own_device_code, name="own_device_code"),
    path("account/password/", own.own_password, name="own_password"),
    path("account/log-out-everywhere/", own.own_sessions_end, name="own_sessions_end"),
    path("account/second-factor/", own.second_factor, name="second_factor"),
    path("account/second-factor/remove/", own.own_second_factor_remove, name="own_second_factor_remove"),
    path("club/accounts/", accounts.accounts, name="accounts"),
    path("club/accounts/<int:pk>/", accounts.account_edit, name="account_edit"),
    path("club/accounts/<int:pk>/link/", accounts.account_link, name="account_link"),
    path("club/accounts/<int:pk>/log-out/", accounts.account_log_out, name="account_log_out"),
    path("club/accounts/<int:pk>/second-factor/", accounts.account_second_factor_remove, name="account_code_remove"),
    path("club/programs/", programs.programs, name="programs"),
    path("club/programs/<int:pk>/revoke/", programs.program_revoke, name="program_revoke"),
]
