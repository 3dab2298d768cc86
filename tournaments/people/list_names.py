"""The names in a line of a list, split where one certainly ends, once everything else has been set aside."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.records import Kind

from .list_extras import DASHES, MARKS, Aside, Asides, is_no_name, without_marks
from .list_faults import Faulty, LineFault
from .list_lines import without_number
from .list_words import NOBODY, SEPARATING_WORDS
from .names import parse_name

SURE = re.compile(r"\s*[/|&+]\s*")
"""Separators that occur only between two names."""

STROKES = (
    re.compile(rf"\s+[{DASHES}]+\s*|\s*[{DASHES}]+\s+"),
    re.compile(r"\s*[–—―]\s*"),
)
"""A dash with a space beside it, the most certain first; it may also precede a club."""

COLUMNS = "\t;"

AND = re.compile(rf"\s+(?:{SEPARATING_WORDS})\s+")
"""These words join two names only between full ones: there are names such as `Costa e Silva`."""

FIRST_NAMES = 2
"""A single name with more first names may be two people's."""


ALSO_IN_NAMES = frozenset(" ,.'’`´-")
"""The characters beside letters that a name may contain if nothing else shows that it is one."""


def names_apart(asides: Asides, kind: Kind, clubs: frozenset[str]) -> tuple[list[str], str]:
    """Return the parts of a line, each with a name and its marks; in a team event also the team."""
    line = _Line(asides, clubs)
    if kind is Kind.INDIVIDUAL:
        return [line.one()], ""
    return line.two_or_one(teams=kind.has_teams)


@dataclass(frozen=True, slots=True)
class _Line:
    asides: Asides
    clubs: frozenset[str]
    """The known clubs, as written by `search_key`."""

    def one(self) -> str:
        """Return the only name; two columns are its last and first name, a third one is the club."""
        text = without_number(self.asides.text)
        for delimiter in COLUMNS:
            if delimiter in text:
                cells = [cell for cell in self._joined(_cells(text, delimiter, least=1)) if cell]
                if len(cells) > 3:
                    raise Faulty(LineFault.SEVERAL_NAMES)
                if len(cells) == 3 or (len(cells) == 2 and self._certainly_club(cells[1])):
                    return self._of_club(", ".join(cells[:-1]), cells[-1], surely=True)
                if len(cells) == 2:
                    return ", ".join(cells)
                text = "".join(cells)
                break
        if SURE.search(text) or _are_full(AND.split(text)):
            raise Faulty(LineFault.SEVERAL_NAMES)
        parts = self._joined(_split_at_strokes(text))
        if len(parts) == 2 and _is_full(parts[0]):
            return self._of_club(*parts)
        if len(parts) > 1:
            raise Faulty(LineFault.SEVERAL_NAMES)
        names = self._joined(parts[0].split(","))
        if len(names) > 2 or _are_full(names):
            raise Faulty(LineFault.AMBIGUOUS_COMMA)
        return ",".join(names)

    def two_or_one(self, *, teams: bool) -> tuple[list[str], str]:
        """Return two names, or the name of a player without a partner; in a team event with the team."""
        for delimiter in COLUMNS:
            if delimiter in self.asides.text:
                cells = self._joined(_cells(self.asides.text, delimiter))
                if teams and len(cells) in (3, 5):
                    return _of_team(self._from_cells(cells[:-1]), cells[-1])
                if teams and len(cells) == 2 and self._joins_two(cells[0]):
                    return _of_team(self._from_text(cells[0]), cells[1])
                return self._from_cells(cells), ""
        return self._from_text(without_number(self.asides.text)), ""

    def _from_text(self, text: str) -> list[str]:
        """Split at the most certain separator."""
        if SURE.search(text):
            parts = self._joined(SURE.split(text))
            if len(parts) == 1:
                return self._from_text(parts[0])
            return self._two_or_alone([self._before_club(part) for part in parts])
        parts = self._joined(_split_at_strokes(text))
        if len(parts) > 1:
            return self._from_strokes(parts)
        text = parts[0]
        if "," in text:
            return self._from_commas(text)
        names = AND.split(text)
        if self._are_apart(names):
            return self._two_or_alone(names)
        return [self._single(text)]

    def _from_strokes(self, parts: list[str]) -> list[str]:
        """Return two names, perhaps with a club after them; or a name and a club, if nobody looks for a partner."""
        if len(parts) == 3 and _are_full(parts[:2]):
            return self._two_or_alone([parts[0], self._of_club(parts[1], parts[2])])
        if len(parts) == 2 and (inside := self._names_inside(parts[0])):
            return self._two_or_alone([*inside[:-1], self._of_club(inside[-1], parts[1])])
        if len(parts) == 2 and not self._nobody(parts[1]) and self._is_club_of_one(*parts):
            return [self._of_club(*parts)]
        return self._two_or_alone(parts)

    def _from_commas(self, text: str) -> list[str]:
        """Split at commas, which separate two names, or last and first names; only full names leave no doubt."""
        cells = self._joined(_cells(text, ",", least=1))
        if len(cells) == 1:
            return self._from_text(cells[0])
        if len(cells) == 2 and self._nobody(cells[1]):
            return self._two_or_alone(cells)
        if len(cells) == 4 or (len(cells) == 2 and _are_full(cells)):
            return self._from_cells(cells)
        if len(cells) == 3 and _are_full(cells[:2]):
            return self._two_or_alone([cells[0], self._of_club(cells[1], cells[2])])
        if len(cells) == 2 and (inside := self._names_inside(cells[0])):
            return self._two_or_alone([*inside[:-1], self._of_club(inside[-1], cells[1])])
        if len(cells) == 2 and self._alone(text):
            return [", ".join(cells)]
        raise Faulty(LineFault.AMBIGUOUS_COMMA if len(cells) == 2 else LineFault.SEVERAL_NAMES)

    def _from_cells(self, cells: list[str]) -> list[str]:
        """Return the names of the columns: two are two names, four are last and first names, one more is the club."""
        if len(cells) in (4, 5) and all(cells):
            names = [f"{cells[0]}, {cells[1]}", f"{cells[2]}, {cells[3]}"]
            return names if len(cells) == 4 else [names[0], self._of_club(names[1], cells[4], surely=True)]
        if len(cells) == 3 and _are_full(cells[:2]):
            return self._two_or_alone([cells[0], self._of_club(cells[1], cells[2])])
        if len(cells) == 2 and self._alone("".join(cells)) and not self._nobody(cells[1]):
            return [self._of_club(*cells) if self._is_club_of_one(*cells) else ", ".join(cells)]
        if len(cells) == 2 and self._joins_two(cells[0]):
            *first, last = self._from_text(cells[0])
            return [*first, self._of_club(last, cells[1])]
        return self._from_text(cells[0]) if len(cells) == 1 else self._two_or_alone(cells)

    def _single(self, text: str) -> str:
        """Return the only name. Four words may be two people's, as may `Rossi-Bianchi` and `Rossi e Bianchi`."""
        name = parse_name(without_marks(text))
        unclear = len(name.first.split()) > FIRST_NAMES or AND.search(text) or (not name.first and "-" in name.last)
        other = set(name.full) - ALSO_IN_NAMES
        if (unclear or not all(map(str.isalpha, other))) and not self._alone(text):
            raise Faulty(LineFault.ONE_NAME)
        return text

    def _two_or_alone(self, parts: list[str]) -> list[str]:
        """Return two names, or one without a partner."""
        if len(parts) == 2 and self._nobody(parts[1]):
            return [parts[0] + self._partner_missing(parts[1])]
        names = [part for part in parts if part.strip()]
        if len(names) > 2:
            raise Faulty(LineFault.SEVERAL_NAMES)
        # A separator with an empty side leaves a player without a partner.
        if len(names) < len(parts):
            raise Faulty(LineFault.NAME_MISSING)
        return names

    def _partner_missing(self, part: str) -> str:
        """Return the marks in the place of a partner; a question mark there means only that."""
        words = without_marks(part)
        extras = [(Aside.WITHOUT_PARTNER, words)] if any(map(str.isalnum, words)) else []
        for kind, words in self.asides.of(part):
            asks = not words.strip("?¿")
            extras.append((Aside.WITHOUT_PARTNER if asks else kind, words))
        return "".join(self.asides.mark(kind, words) for kind, words in extras)

    def _before_club(self, part: str) -> str:
        """Return the name before a dash and its club."""
        parts = self._joined(_split_at_strokes(part))
        if len(parts) == 1:
            return part
        if len(parts) == 2 and (_is_full(parts[0]) or self._certainly_club(parts[1])):
            return self._of_club(*parts)
        raise Faulty(LineFault.SEVERAL_NAMES)

    def _of_club(self, name: str, club: str, *, surely: bool = False) -> str:
        """Return the name with its club's mark. Refuse text that may be a person's name as well."""
        words = without_marks(club).strip(f" {DASHES}")
        surely = surely or self._certainly_club(words)
        if not any(map(str.isalpha, words)) or (_is_full(words) and not surely):
            raise Faulty(LineFault.SEVERAL_NAMES)
        marks = "".join(MARKS.findall(club))
        return f"{name} {self.asides.mark(Aside.CLUB, words)} {marks}"

    def _is_club_of_one(self, name: str, club: str) -> bool:
        """Return whether the text after the only full name cannot be a partner."""
        if self._certainly_club(club):
            return _is_full(name)
        return self._alone(f"{name} {club}") and _is_full(name) and not _is_full(club)

    def _names_inside(self, text: str) -> list[str] | None:
        """Return full names joined by a word, or by a dash without spaces; or one and what stands for a partner."""
        for pattern in (AND, STROKES[1]):
            names = pattern.split(text)
            if self._are_apart(names):
                return names
        return None

    def _are_apart(self, names: Sequence[str]) -> bool:
        """Return whether these are several full names, or a name and what stands for a partner."""
        return _are_full(names) or (len(names) == 2 and self._nobody(names[1]))

    def _joins_two(self, text: str) -> bool:
        """Return whether these are two names already, or one without a partner: the text after them is not a name."""
        try:
            names = self._from_text(text)
            return len(names) == 2 or self._alone(names[0])
        except Faulty as faulty:
            return faulty.fault not in (LineFault.ONE_NAME, LineFault.AMBIGUOUS_COMMA)

    def _joined(self, parts: Sequence[str]) -> list[str]:
        """Return the parts; one with only marks joins the part before it, unless it stands for a partner."""
        joined: list[str] = []
        for at, part in enumerate(parts, 1):
            only_marks = bool(MARKS.search(part)) and not any(map(str.isalnum, without_marks(part)))
            for_partner = len(joined) == 1 and at == len(parts) and self._nobody(part)
            if joined and only_marks and not for_partner:
                joined[-1] += part
            else:
                joined.append(part)
        return joined

    def _nobody(self, part: str) -> bool:
        """Return whether the text in the place of a name says that there is none yet."""
        words = without_marks(part)
        if any(map(str.isalnum, words)):
            return NOBODY.fullmatch(words) is not None
        extras = self.asides.of(part)
        return any(kind is Aside.WITHOUT_PARTNER or not words.strip("?¿") for kind, words in extras)

    def _alone(self, text: str) -> bool:
        return self.asides.has(text, Aside.WITHOUT_PARTNER)

    def _certainly_club(self, words: str) -> bool:
        return is_no_name(without_marks(words), self.clubs)


def _of_team(parts: list[str], team: str) -> tuple[list[str], str]:
    """Return the parts, with the marks beside the team's name moved to the last of them, and the team's name."""
    return [*parts[:-1], parts[-1] + "".join(MARKS.findall(team))], without_marks(team)


def _cells(text: str, delimiter: str, *, least: int = 2) -> list[str]:
    """Return the columns of a spreadsheet's line, without a leading number and surplus empty ones at the end."""
    cells = [cell.strip() for cell in next(csv.reader([text], delimiter=delimiter, skipinitialspace=True))]
    is_number = re.fullmatch(r"(?:n[.°]\s*)?(\d{0,4})\s*[.)°]?", cells[0], re.IGNORECASE)
    if is_number and len(cells) > (1 if is_number[1] else least):
        del cells[0]
    while len(cells) > least and not cells[-1]:
        del cells[-1]
    cells[0] = without_number(cells[0])
    return cells


def _split_at_strokes(text: str) -> list[str]:
    for pattern in STROKES:
        if pattern.search(text):
            return pattern.split(text)
    return [text]


def _is_full(name: str) -> bool:
    """Return whether the name has a last and a first name."""
    return bool(parse_name(without_marks(name)).first)


def _are_full(names: Sequence[str]) -> bool:
    """Return whether there are several names, all with last and first names."""
    return len(names) > 1 and all(map(_is_full, names))
