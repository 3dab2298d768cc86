"""Telephone numbers as people write them in a list: mobiles, landlines and foreign ones, grouped in any way."""

import re

_BETWEEN = r"(?:\s?[.\-/‐‑‒–]\s?|\s)?"
"""The separators between two digits of a number."""

_DATE = r"\d{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4}(?!\d)"

_CALLED = (
    r"(?:\b(?:tel(?:efono|[ée]fono|efone)?|cell?(?:ulare)?|mob(?:ile)?|m[óo]vil|telem[óo]vel|phone|whats\s?app|wa)\b"
    r"\.?\s*:?\s*)?"
)
"""Words before a number that add nothing: `tel.`, `cell:`."""

TELEPHONE = re.compile(
    rf"{_CALLED}(?<!\d)(?!{_DATE})("
    rf"(?:\+|00)\d{{1,3}}(?:{_BETWEEN}\d){{6,12}}|"
    rf"3\d\d(?:{_BETWEEN}\d){{5,7}}|"
    rf"0\d(?:{_BETWEEN}\d){{4,9}}|"
    rf"[679]\d\d(?:{_BETWEEN}\d){{6}}|"
    r"\d{2}\s?9\d{4}[\s.\-]?\d{4}|"
    r"\d{8,13}"
    r")(?!\d)",
    re.IGNORECASE,
)
"""`333 1234567`, `+39 333.123.45.67`, `0832/123456`, `612 345 678`, `11 91234-5678`; the number is its group."""

AREA_IN_BRACKETS = re.compile(r"\(\s*(\+?\d{2,5})\s*\)\s*(?=\d)")
"""`(0832) 123456`: the brackets are not part of the number."""
