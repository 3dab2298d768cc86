"""The fields that the forms of several areas share."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from tournaments.records.sections import in_section, number_called, table_name
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


class TableNumberField(forms.IntegerField):
    """A table's number. With `starts`, the first tables of the hall's sections, `B 7` is read as well."""

    starts: Sequence[int] = ()

    def prepare_value(self, value: Any) -> Any:
        return table_name(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> int | None:
        called = number_called(str(value), self.starts)
        if called is None and self.starts and str(value).strip()[:1].isalpha():
            facts = {"table": str(value)[:20], "example": table_name(in_section(self.starts[0], self.starts))}
            raise forms.ValidationError(_("There is no table %(table)s: write it as on its card, %(example)s.") % facts)
        return super().to_python(value) if called is None else called

    @classmethod
    def read_names(cls, form: forms.Form, starts: Sequence[int]) -> None:
        """Let the form's fields of tables read the names of a hall of sections."""
        for field in form.fields.values():
            if starts and isinstance(field, cls):
                field.starts = starts
                field.widget.attrs.pop("inputmode", None)
                field.widget.input_type = "text"


class VersionField(forms.Field):
    """A version, shown with the generation of the data and read as a number.

    A version of another generation, or one that cannot be read, becomes a number that no row has.
    """

    def prepare_value(self, value: Any) -> Any:
        return stamped(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> int:
        return version_seen(str(value)) if value not in self.empty_values else NOT_SEEN
