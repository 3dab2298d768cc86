"""The ranking as a table that can be sorted by its columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .records import Outcome, Standing, TieBreak
from .templatetags.club import figure, signed

UNSEEN_TIE_BREAKS = {
    TieBreak.DIRECT: gettext_lazy("behind by the direct meeting"),
    TieBreak.WINS: gettext_lazy("behind by rounds won"),
    TieBreak.LOT: gettext_lazy("behind by lot"),
}
"""What parted a row from the one above where its figures do not show it."""

FIGURE = {"th": {"class": "number"}, "td": {"class": "number"}}
WIDE_FIGURE = {"th": {"class": "number wide-only"}, "td": {"class": "number wide-only"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingRow:
    """One row, flat, as the columns read it."""

    place: int
    tied: bool
    number: int
    names: str
    club: str
    decided_by: Promise | None
    vp: int
    mp_difference: int
    mp: int
    rounds: dict[str, int]
    """VP of each round that is in, by its number as text."""


def ranking_row(standing: Standing) -> RankingRow:
    return RankingRow(
        place=standing.place,
        tied=standing.tied,
        number=standing.entrant.id,
        names=standing.entrant.label,
        club=", ".join(standing.entrant.clubs),
        decided_by=UNSEEN_TIE_BREAKS.get(standing.decided_by) if standing.decided_by else None,
        vp=standing.vp,
        mp_difference=standing.mp_difference,
        mp=standing.mp,
        rounds={
            str(score.round): score.vp + score.vp_adjustment
            for score in standing.rounds
            if score.outcome is not Outcome.OPEN
        },
    )


class RankingTable(tables.Table):  # type: ignore[misc]
    """In order of place unless somebody asks for another column; ties stand as ties."""

    place = tables.Column(verbose_name=gettext_lazy("Place"), attrs=FIGURE)
    number = tables.Column(verbose_name=gettext_lazy("No."), attrs=FIGURE)
    names = tables.Column(verbose_name=gettext_lazy("Pair"))
    club = tables.Column(
        verbose_name=gettext_lazy("Club"), attrs={"th": {"class": "wide-only"}, "td": {"class": "wide-only muted"}}
    )
    vp = tables.Column(verbose_name=gettext_lazy("VP"), attrs={"th": {"class": "number"}, "td": {"class": "number vp"}})
    mp_difference = tables.Column(verbose_name=gettext_lazy("MP difference"), attrs=WIDE_FIGURE)
    mp = tables.Column(verbose_name=gettext_lazy("MP"), attrs=WIDE_FIGURE)

    class Meta:
        template_name = "ranking/table.html"
        attrs = {"class": "table club-table"}
        order_by_field = "sort"

    def __init__(self, rows: Sequence[RankingRow], rounds: Sequence[int], **kwargs: Any) -> None:
        columns = [(f"round_{number}", _round_column(number)) for number in rounds]
        super().__init__(rows, extra_columns=columns, empty_text=gettext_lazy("Nobody is ranked yet."), **kwargs)

    def render_place(self, record: RankingRow) -> SafeString:
        metal = f" place-{record.place}" if record.place <= 3 else ""
        place = format_html('<span class="place{}">{}</span>', metal, record.place)
        if not record.tied:
            return place
        return format_html(
            '{}<span aria-hidden="true">=</span> <span class="visually-hidden">{}</span>', place, _("ex aequo")
        )

    def render_vp(self, value: int) -> str:
        return figure(value)

    def render_mp_difference(self, value: int) -> str:
        return signed(value)

    def render_mp(self, value: int) -> str:
        return figure(value)


def _round_column(number: int) -> tables.Column:
    # Translators: R1, R2 … over the columns of the rounds' VP.
    header = _("R%(round)s") % {"round": number}
    return tables.Column(verbose_name=header, accessor=f"rounds__{number}", attrs=WIDE_FIGURE)
