"""Made-up people for the sheets, and the text of a printed sheet, read back from the PDF."""

import re
from collections.abc import Sequence
from datetime import date
from io import BytesIO

from pypdf import PdfReader

from tournaments.records import Entrant, EntrantId, Side
from tournaments.sheets.common import SeatedTable, SheetHeader

HEADER = SheetHeader(
    tournament="Torneo del venerdì",
    date=date(2026, 11, 20),
    venue="Sala Aurora",
    club="ASD Burraco Aurora",
    hands_per_round=4,
    rounds_planned=4,
)

TYPE_SIZE = re.compile(rb"/\S+ ([\d.]+) Tf\b")

HARD_NAMES = (
    "D'Angelò Maria Antonietta Giuseppina Vittoria della Rovere Mo",
    "Przybyszewska-Krzyżanowska Ågot",
    "Nuñez y Peña José Ángel",
    "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft",
    "Öztürk Şeyma",
    "Łącki Đuro",
)
"""Long, accented, with apostrophes, and one of 67 letters without a space."""


def pages_of(pdf: bytes) -> list[str]:
    """Return the text of each page in the order of writing, with a line for each piece of text."""
    texts = (page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    return ["\n".join(line.strip() for line in text.splitlines()) for text in texts]


def squeezed(text: str) -> str:
    """Return the text without spaces and line breaks, so that a wrapped name equals the given one."""
    return "".join(text.split())


def entrant(number: int, *names: str, clubs: Sequence[str] = ()) -> Entrant:
    names = names or (f"Cognome{number:03} Anna", f"Secondo{number:03} Bruno")
    return Entrant(id=EntrantId(number), names=names, clubs=tuple(clubs))


def table(number: int, ns: Entrant, ew: Entrant | None = None) -> SeatedTable:
    """Return a table with two pairs, or with one that rests."""
    return SeatedTable(number=number, ns=Side((ns,)), ew=None if ew is None else Side((ew,)))


def hall(tables: int, *, rest: bool = False) -> list[SeatedTable]:
    """Return a round of this many tables, 1 against 2, 3 against 4 …; with `rest`, one more pair rests."""
    seated = [table(n, entrant(2 * n - 1), entrant(2 * n)) for n in range(1, tables + 1)]
    if rest:
        seated.append(table(tables + 1, entrant(2 * tables + 1)))
    return seated


def hard_tables() -> list[SeatedTable]:
    """Return tables with the hard names, two to a pair."""
    pairs = [entrant(at // 2 + 1, *HARD_NAMES[at : at + 2]) for at in range(0, len(HARD_NAMES), 2)]
    return [
        table(1, pairs[0], pairs[1]),
        table(2, pairs[2], entrant(4)),
    ]


def type_sizes(pdf: bytes) -> list[set[float]]:
    """Return the type sizes of each page, including those of stamped texts."""
    pages = []
    for page in PdfReader(BytesIO(pdf)).pages:
        resources = page["/Resources"]
        stamps = [stamped.get_object().get_data() for stamped in resources.get("/XObject", {}).values()]
        content = page.get_contents()
        written = b"\n".join([b"" if content is None else content.get_data(), *stamps])
        pages.append({float(size) for size in TYPE_SIZE.findall(written)})
    return pages
