"""The minimum length of a password, with a translated message."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LengthValidator(MinimumLengthValidator):
    """Django's validator, whose messages have no Italian translation."""

    def get_error_message(self) -> str:
        return ngettext(
            "This password is too short: it needs at least %(count)s character.",
            "This password is too short: it needs at least %(count)s characters.",
            self.min_length,
        ) % {"count": self.min_length}

    def get_help_text(self) -> str:
        return ngettext(
            "A password needs at least %(count)s character.",
            "A password needs at least %(count)s characters.",
            self.min_length,
        ) % {"count": self.min_length}
