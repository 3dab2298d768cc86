"""The text of a list that was uploaded as a file, from any program."""

import codecs


class NotText(ValueError):
    """A file that is not text, for example a spreadsheet or a picture."""


def decode_list(data: bytes) -> str:
    """Return the text of an uploaded file: UTF-8 or UTF-16 with a mark, UTF-8, or cp1252 as Italian Excel writes it."""
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        # Text holds no NUL; spreadsheets and pictures nearly always do.
        if "\x00" not in text:
            return text
    raise NotText("expected a text file")
