"""The till of an evening as a file: who has paid, and the prizes."""

from django.utils.translation import gettext as _

from tournaments.files import FileTable
from tournaments.models import Means, Tournament
from tournaments.wording import prizes as wording
from tournaments.wording.entrants import words_of
from tournaments.wording.gironi import girone_name, of_girone

from .prizes import PrizeRow, Prizes
from .till import Till


def till_table(tournament: Tournament, till: Till) -> FileTable:
    """Return the fees: what was paid and how, and what is outstanding.

    Where a player of a pair has paid alone, each player has a row.
    """
    word = str(words_of(tournament.kind).word)
    return FileTable(
        title=_("Till"),
        headings=[_("no."), word, _("categories"), _("money received"), _("outstanding"), _("how")],
        rows=[
            (
                row.number,
                part.names,
                ", ".join(filter(None, part.categories)),
                part.cents if part.means else None,
                None if part.means or row.is_gone else part.cents,
                means_in_words(part.means),
            )
            for row in till.rows
            for part in row.parts
        ],
        money=frozenset({3, 4}),
    )


def prizes_table(prizes: Prizes) -> FileTable:
    """Return the prizes by place and the special ones, or only by how much these exceed the fund."""
    nobody = _("nobody: back to the prize fund")
    rows: list[tuple[str, int | None, int | None, str, int | None]] = [
        (prize_title(row), row.place, row.number, nobody if row.goes_back else row.names, row.cents or None)
        for row in (*prizes.by_place, *prizes.special)
    ]
    return FileTable(
        title=_("Prizes"),
        headings=[_("prize"), _("place"), _("no."), _("names"), _("amount")],
        rows=[(wording.more_than_the_fund(prizes.beyond), None, None, "", None)] if prizes.beyond else rows,
        money=frozenset({4}),
    )


def prize_notes(prizes: Prizes) -> list[str]:
    """Return the sentences on prizes without a winner, ties, and what is left over."""
    back = (
        row.special
        for row in prizes.special
        if row.goes_back and row.special  # equivalent `row.goes_back`: each has a special prize
    )
    return [
        *(wording.won_by_nobody(special.title, special.cents) for special in back),
        *(
            of_girone(places.girone, sentence)
            for places in prizes.places
            for sentence in wording.places_level(places.level)
        ),
        *(
            wording.special_level(special.title, special.cents, count=count, place=place)
            for special, count, place in prizes.special_level
        ),
        *(
            of_girone(places.girone, sentence)
            for places in prizes.places
            for sentence in wording.what_first_place_gets(places.unclaimed_from, places.left_over)
        ),
        *wording.gironi_without_prizes(prizes.unused_gironi, prizes.by_place[0].girone if prizes.by_place else None),
        *([wording.prizes_wait_for_cut()] if prizes.waits_for_cut and prizes.fund else []),
    ]


def prize_title(row: PrizeRow) -> str:
    """Return the title of a special prize, or the girone in which a place counts."""
    return row.title if row.girone is None else girone_name(row.girone)


def means_in_words(means: str) -> str:
    """Return the payment method in words, or an empty string if nothing was paid."""
    return str(Means(means).label) if means else ""
