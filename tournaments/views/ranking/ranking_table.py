"""The ranking as a table that can be sorted by columns."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

import django_tables2 as tables
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2.data import TableListData
from django_tables2.utils import OrderBy

from tournaments.ranking.course import Course
from tournaments.records import EntrantId, Kind, Standing, TieBreak
from tournaments.wording.entrants import words_of

UNSEEN_TIE_BREAKS = {
    TieBreak.DIRECT: gettext_lazy("behind by the direct meeting"),
    TieBreak.WINS: gettext_lazy("behind by rounds won"),
    TieBreak.LOT: gettext_lazy("behind by lot"),
}
"""The tie-breaks that the figures do not show."""

FIGURE = {"th": {"class": "number"}}
WIDE = {"th": {"class": "wide-only"}}
WIDE_FIGURE = {"th": {"class": "number wide-only"}}


class RankingRow(NamedTuple):
    """A row with the values of its columns."""

    place: int
    tied: bool
    number: int
    names: str
    club: str
    remark: Promise | str
    """The tie-break that separates it from the row above, if the figures do not show it; otherwise empty."""
    vp: int
    mp_difference: int
    mp: int
    rounds: dict[str, int | None]
    """The VP of each round by its number as text; None before there are any. They add up to `vp`."""
    starred: frozenset[str]
    """The rounds with a decision of the referee, which a note explains."""
    climbed: int | None
    """The places won since the previous round, negative if lost; None with nothing to compare."""
    girone: int | None = None
    """The girone, 1 for A; None before the cut."""
    before_gironi: bool = False
    """Whether a bracket of the whole field decided the place."""


def ranking_row(
    standing: Standing, rounds: Sequence[int], stages: Mapping[EntrantId, str], moves: Course
) -> RankingRow:
    """Return a row; `stages` are the stages of a bracket, `moves` the latest two rounds."""
    vp_by_round = standing.vp_by_round
    return RankingRow(
        place=standing.place,
        tied=standing.tied,
        number=standing.entrant.id,
        names=standing.entrant.label,
        club=_club(standing),
        remark=stages.get(standing.entrant.id, "") if standing.by_knockout else _parted_by(standing),
        vp=standing.vp,
        mp_difference=standing.mp_difference,
        mp=standing.mp,
        rounds={str(number): vp_by_round.get(number) for number in rounds},
        starred=frozenset(map(str, standing.rounds_ruled)),
        girone=standing.girone,
        before_gironi=standing.before_gironi,
        climbed=moves.climbed(standing.entrant.id),
    )


def _club(standing: Standing) -> str:
    return ", ".join(standing.entrant.clubs)


def _parted_by(standing: Standing) -> Promise | str:
    return UNSEEN_TIE_BREAKS.get(standing.decided_by, "") if standing.decided_by else ""


ORDERED_BY: Mapping[str, Callable[[Standing], Any]] = {
    "place": attrgetter("place"),
    "number": attrgetter("entrant.id"),
    "names": attrgetter("entrant.label"),
    "club": _club,
    "vp": attrgetter("vp"),
    "mp_difference": attrgetter("mp_difference"),
    "mp": attrgetter("mp"),
}
"""The value of each column by which the rows are ordered, apart from those of the rounds."""


class RankedRows(TableListData):  # type: ignore[misc]
    """The rows of a ranking, in order of place: ordered by other columns, too, before any of them is made.

    A page has 300 of them, a large field thousands.
    """

    def __init__(
        self, standings: Sequence[Standing], rounds: Sequence[int], stages: Mapping[EntrantId, str], moves: Course
    ) -> None:
        super().__init__([*standings])
        self._row = partial(ranking_row, rounds=rounds, stages=stages, moves=moves)
        self._ordered_by = {**ORDERED_BY, **{_round_name(number): partial(_vp_in, number) for number in rounds}}

    @property
    def has_clubs(self) -> bool:
        return any(standing.entrant.clubs for standing in self.data)

    def __iter__(self) -> Iterator[RankingRow]:
        return map(self._row, self.data)

    def __getitem__(self, key: slice) -> list[RankingRow]:
        return [self._row(standing) for standing in self.data[key]]

    def order_by(self, aliases: Sequence[str]) -> None:
        """Order by columns, the first of them first; `-` before its name reverses one."""
        for alias in map(OrderBy, reversed(aliases)):
            self.data.sort(key=self._ordered_by[alias.bare], reverse=alias.is_descending)


def _vp_in(number: int, standing: Standing) -> tuple[bool, int]:
    """Return the VP of a round to order by, below all others before there are any."""
    vp = standing.vp_by_round.get(number)
    return vp is not None, vp or 0  # equivalent `vp`: two without any are not compared further


class RankingTable(tables.Table):  # type: ignore[misc]
    """In order of place unless somebody asks for another column.

    The columns name, order and page the rows; the template writes the cells, since a hall has thousands of them.
    Where nobody has a club there is no column for it.
    """

    place = tables.Column(verbose_name=gettext_lazy("Place"), attrs=FIGURE)
    number = tables.Column(verbose_name=gettext_lazy("No."), attrs=FIGURE)
    names = tables.Column(verbose_name=gettext_lazy("Pair"))
    club = tables.Column(verbose_name=gettext_lazy("Club"), attrs=WIDE)
    vp = tables.Column(verbose_name=gettext_lazy("VP"), attrs=FIGURE)
    mp_difference = tables.Column(verbose_name=gettext_lazy("Difference"), attrs=WIDE_FIGURE)
    mp = tables.Column(verbose_name=gettext_lazy("MP"), attrs=WIDE_FIGURE)

    class Meta:
        template_name = "ranking/table.html"
        attrs = {"class": "table club-table"}
        order_by_field = "sort"

    def __init__(
        self,
        rows: Sequence[RankingRow] | RankedRows,
        rounds: Sequence[int],
        kind: Kind,
        *,
        has_clubs: bool,
        **kwargs: Any,
    ) -> None:
        columns = [(_round_name(number), _round_column(number)) for number in rounds]
        self.has_clubs = has_clubs
        kwargs |= {"extra_columns": columns, "exclude": () if has_clubs else ("club",)}
        super().__init__(rows, empty_text=gettext_lazy("Nobody is ranked yet."), **kwargs)
        self.columns["names"].column.verbose_name = words_of(kind).name_heading


def _round_name(number: int) -> str:
    return f"round_{number}"


def _round_column(number: int) -> tables.Column:
    # Translators: R1, R2 … over the columns of the rounds' VP.
    header = _("R%(round)s") % {"round": number}
    return tables.Column(verbose_name=header, accessor=f"rounds__{number}", attrs=WIDE_FIGURE)
