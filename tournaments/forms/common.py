"""The fields that the forms of several areas share."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from tournaments.records.sections import in_section, number_called, table_name
from tournaments.selectors.generations import NOT_SEEN, stamped, version_seen

HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?")
"""A host name or an IPv4 address; names with other letters are written with xn--."""


def site_address(typed: str, *, anywhere: bool = False) -> str | None:
    """Return scheme, host and port of a site's address, or None; https is the default scheme.

    With `anywhere`, the address may go on to a page of the site, which is left out.
    """
    try:
        parts = urlsplit(typed if "://" in typed else f"https://{typed}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    plain = anywhere or (parts.path in ("", "/") and not (parts.query or parts.fragment))
    if parts.scheme not in ("http", "https") or not HOST.fullmatch(host) or not plain:
        return None
    if parts.username or parts.password:
        return None
    return f"{parts.scheme}://{host}" + (f":{port}" if port else "")


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
