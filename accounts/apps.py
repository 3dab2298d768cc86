from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import pre_save
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("accounts")

    def ready(self) -> None:
        from accounts.logins.notices import password_saved
        from accounts.logins.session_start import session_begun

        user_logged_in.connect(session_begun)
        pre_save.connect(password_saved, sender="auth.User")
