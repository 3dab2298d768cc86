"""The fields that the forms of several areas share."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from tournaments.selectors.generations import NOT_SEEN, stamped, version_seen


class JsonFileField(forms.FileField):
    """A file of JSON, as text; a file larger than `most` bytes is refused unread."""

    def __init__(self, *, most: int, too_large: Any, **kwargs: Any) -> None:
        widget = forms.FileInput(attrs={"accept": ".json,application/json"})
        super().__init__(allow_empty_file=True, widget=widget, **kwargs)
        self.most, self.too_large = most, too_large

    def clean(self, data: "UploadedFile[bytes] | None", initial: Any = None) -> str:
        """Return the text of the file; empty if there is none."""
        uploaded = super().clean(data, initial)
        if not uploaded:
            return ""
        if uploaded.size > self.most:
            raise forms.ValidationError(str(self.too_large))
        try:
            text: str = uploaded.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("This is not a text file in UTF-8: choose the JSON file.")) from error
        return text


class VersionField(forms.Field):
    """A version, shown with the generation of the data and read as a number.

    A version of another generation, or one that cannot be read, becomes a number that no row has.
    """

    def prepare_value(self, value: Any) -> Any:
        return stamped(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> int:
        return version_seen(str(value)) if value not in self.empty_values else NOT_SEEN
