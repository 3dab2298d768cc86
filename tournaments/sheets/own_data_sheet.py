"""Everything that the club keeps of one person, on paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tournaments.records.personal_data import DataColumn, DataPart, Value
from tournaments.wording.figures import spoken_date
from tournaments.wording.money import amount

from .common import sheet
from .running_text import TextLine, fact_lines, paragraph_lines, section_lines, space_line, text_pages

LONG_LABEL = 66 * mm
"""The width left for the name of a field, which is longer than a date."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDataHeader:
    """Whose data they are, who keeps them, and as of which day."""

    club: str
    person: str
    day: date

    @property
    def about(self) -> str:
        """Return the line below the title."""
        return f"{self.person} · {spoken_date(self.day)}"


def own_data_sheet(header: OwnDataHeader, facts: Sequence[tuple[str, str]], parts: Sequence[DataPart]) -> bytes:
    """Return the pages: who keeps the data, then part by part; what is empty is named at the end."""
    title = _("What the club stores about you")
    canvas, file = sheet(None, f"{title} · {header.person}")
    canvas.setAuthor(header.club)
    return text_pages(canvas, file, header, title, lambda width: _lines(facts, parts, width))


def _lines(facts: Sequence[tuple[str, str]], parts: Sequence[DataPart], width: float) -> list[TextLine]:
    lines = [line for label, text in facts if text for line in fact_lines(label, text, width)]
    for part in parts:
        if part.rows:
            lines += [*section_lines(part.title), *_of_part(part, width)]
    if empty := [part.title for part in parts if not part.rows]:
        sentence = _("Nothing is stored under: %(parts)s.") % {"parts": "; ".join(empty)}
        lines += [space_line(), *paragraph_lines(sentence, width)]
    return lines


def _of_part(part: DataPart, width: float) -> list[TextLine]:
    """Return a single row as facts, and many rows as lines that begin with their first column."""
    if len(part.rows) == 1 and len(part.columns) > 2 and not isinstance(part.rows[0][0], date):
        facts = [(column.label, _text(column, value)) for column, value in zip(part.columns, part.rows[0], strict=True)]
        filled = [(label, text) for label, text in facts if text]
        return [line for label, text in filled for line in fact_lines(label, text, width, margin=LONG_LABEL)]
    lines: list[TextLine] = []
    for first, *others in part.rows:
        texts = [_with_label(column, value) for column, value in zip(part.columns[1:], others, strict=True)]
        begins, text = _text(part.columns[0], first), " · ".join(filter(None, texts))
        lines += fact_lines(begins, text, width) if begins else paragraph_lines(f"– {text}", width)
    return lines


def _with_label(column: DataColumn, value: Value) -> str:
    text = _text(column, value)
    return f"{column.label} {text}" if text and column.is_named else text


def _text(column: DataColumn, value: Value) -> str:
    if value is None or value == "":
        return ""
    if column.is_money and isinstance(value, int):
        return amount(value)
    if isinstance(value, datetime):
        return str(date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT"))
    if isinstance(value, date):
        return str(date_format(value, "SHORT_DATE_FORMAT"))
    return str(value).replace("-", "−") if isinstance(value, int) else value
