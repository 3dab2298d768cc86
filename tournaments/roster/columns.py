"""Which column holds what: by its heading in Italian, English, Spanish or Portuguese, or as the secretary says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.people.names import search_key

from .grid import GridRow


class Holds(StrEnum):
    """What a column holds of a person."""

    LAST_NAME = "last_name"
    FIRST_NAME = "first_name"
    NAME = "name"
    """Both in one cell, the last name first unless a comma or the other rows tell otherwise."""
    FIRST_AND_LAST = "first_and_last"
    """Both in one cell, the first name first."""
    CLUB = "club"
    CARD = "card"
    CONTACT = "contact"
    BIRTH = "birth_year"
    CATEGORY = "category"
    STATE = "state"


HEADINGS: Final[Mapping[Holds, str]] = {
    Holds.LAST_NAME: (
        "cognome | last name, surname, family name | apellido, apellidos | sobrenome, apelido, ultimo nome"
    ),
    Holds.FIRST_NAME: "nome | first name, given name, forename | nombre, nombres | nome, primeiro nome, prenome",
    Holds.NAME: (
        "cognome e nome, cognome nome, nominativo, giocatore, socio, tesserato, atleta"
        " | name, full name, player, member, surname and name | apellidos y nombre, apellido y nombre, jugador, socio"
        " | sobrenome e nome, jogador, atleta"
    ),
    Holds.FIRST_AND_LAST: (
        "nome e cognome, nome cognome | first and last name, name and surname"
        " | nombre y apellidos, nombre y apellido, nombre completo | nome e sobrenome, nome completo"
    ),
    Holds.CLUB: (
        "circolo, asd, associazione, societa, sodalizio, circolo di appartenenza | club, association"
        " | club, asociacion | clube, associacao"
    ),
    Holds.CARD: (
        "tessera, codice tessera, tessera fibur, numero socio | card, card number, card no, membership number"
        " | member number, licence, license | carnet, carne, licencia | carteira, cartao, numero de socio, matricula"
    ),
    Holds.CONTACT: (
        "contatto, contatti, recapito, telefono, tel, cellulare, cell, email, e mail, mail, posta elettronica"
        " | contact, phone, telephone, mobile, email address | contacto, movil, correo, correo electronico"
        " | contato, telefone, celular, telemovel"
    ),
    Holds.BIRTH: (
        "anno di nascita, anno nascita, nato, nato il, data di nascita, data nascita, nascita"
        " | year of birth, birth year, born, date of birth, birthday, birth date, dob"
        " | ano de nacimiento, fecha de nacimiento, nacimiento | ano de nascimento, data de nascimento, nascimento"
    ),
    Holds.CATEGORY: "categoria, serie, cat, fascia | category, class, series | categoria | categoria, classe",
    Holds.STATE: "stato, situazione, tipo, tipo socio | state, status, type | estado, tipo | estado, situacao",
}
"""The headings known, in each language; `nome` alone is the first name only beside a `cognome`."""

KNOWN: Final[Mapping[str, Holds]] = {
    search_key(word): holds for holds, words in HEADINGS.items() for word in words.replace("|", ",").split(",")
}

NUMBER_OF: Final = frozenset(("n", "no", "nr", "num", "numero", "number", "de", "di", "do"))
"""What may stand before the word that counts: `N. tessera`, `Nº de carné`."""

LOOKED_AT: Final = 20
"""So many rows may stand before the headings: titles, the club's address, blank ones."""

NAMING: Final = (
    {Holds.LAST_NAME},
    {Holds.NAME},
    {Holds.FIRST_AND_LAST},
)
"""What tells who somebody is: one of these has to be there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Where the people begin and what each column holds; None: nothing that is taken over."""

    heading_line: int | None
    """The line of the headings; None where there are none."""
    headings: tuple[str, ...]
    holds: tuple[Holds | None, ...]

    @property
    def name_somebody(self) -> bool:
        """Whether a column tells who each person is."""
        return any(needed <= set(self.holds) for needed in NAMING)


def columns_of(rows: Sequence[GridRow]) -> Columns:
    """By the row among the first that has most headings known; without one nothing is known of any column."""
    best = max(rows[:LOOKED_AT], key=lambda row: len(_known_in(row)), default=None)
    width = max((len(row.cells) for row in rows), default=0)
    if best is None or not _is_heading(best):
        return Columns(heading_line=None, headings=("",) * width, holds=(None,) * width)
    headings = tuple(str(cell) for cell in best.cells) + ("",) * (width - len(best.cells))
    return Columns(heading_line=best.line, headings=headings, holds=_each_once(headings))


def with_choice(columns: Columns, chosen: Sequence[Holds | None]) -> Columns:
    """The same with the columns held as the secretary says."""
    return Columns(heading_line=columns.heading_line, headings=columns.headings, holds=tuple(chosen))


def people_rows(rows: Sequence[GridRow], columns: Columns) -> list[GridRow]:
    """The rows that hold people: those behind the headings, but for headings that come again on each page."""
    start = columns.heading_line or 0
    repeated = [heading for heading in columns.headings if heading]
    return [row for row in rows if row.line > start and [str(cell) for cell in row.cells if cell != ""] != repeated]


def _known_in(row: GridRow) -> list[Holds]:
    return [holds for cell in row.cells if (holds := _known(str(cell))) is not None]


def _known(heading: str) -> Holds | None:
    key = search_key(heading)
    words = key.split()
    while words and words[0] in NUMBER_OF:
        words = words[1:]
    return KNOWN.get(key) or KNOWN.get(" ".join(words))


def _is_heading(row: GridRow) -> bool:
    found = _known_in(row)
    return bool(found) and (len(found) > 1 or len(row.cells) == 1) and bool(set(found) & {*Holds} - {Holds.STATE})


def _each_once(headings: Sequence[str]) -> tuple[Holds | None, ...]:
    """What they hold; of two for the same thing the first, but for contacts, which are joined."""
    known = [_known(heading) for heading in headings]
    has_last = Holds.LAST_NAME in known
    taken: set[Holds] = set()
    held: list[Holds | None] = []
    for holds in known:
        meant = Holds.NAME if holds is Holds.FIRST_NAME and not has_last else holds
        if meant is not None and (meant not in taken or meant is Holds.CONTACT):
            taken.add(meant)
            held.append(meant)
        else:
            held.append(None)
    return tuple(held)
