"""A list as a file: the text in it, whatever program wrote it."""

import codecs


class NotText(ValueError):
    """A file that holds no text: a spreadsheet or a picture, say."""


def decode_list(data: bytes) -> str:
    """The text of an uploaded file: UTF-8 or UTF-16 with a mark, UTF-8, or what Italian Excel writes (cp1252)."""
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        # Text holds no NUL; what a spreadsheet or a picture holds nearly always does.
        if "\x00" not in text:
            return text
    raise NotText("expected a text file")
