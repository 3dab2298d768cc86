"""The names under which browsers keep what they download, in words of the reader's language."""

import unicodedata
from urllib.parse import quote

from django.utils.text import slugify


def file_name(*parts: object, extension: str) -> str:
    """Return the name of a file: its parts in small letters, joined by hyphens.

    >>> file_name("classifica", "torneo-del-venerdi", extension="pdf"), file_name("Società", 2026, extension="csv")
    ('classifica-torneo-del-venerdi.pdf', 'società-2026.csv')
    """
    words = (slugify(str(part), allow_unicode=True) for part in parts)
    return f"{'-'.join(filter(None, words)) or 'file'}.{extension}"


def disposition(name: str, *, shown: bool = False) -> str:
    """Return the header Content-Disposition of a file that is kept, or `shown` in the browser.

    A name with accents also stands without them, for browsers that read ASCII alone (RFC 6266).

    >>> disposition("soci.csv")
    'attachment; filename="soci.csv"'
    >>> disposition("società.pdf", shown=True)
    'inline; filename="societa.pdf"; filename*=UTF-8\\'\\'societ%C3%A0.pdf'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    header = f'{"inline" if shown else "attachment"}; filename="{plain}"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name, safe='')}"
