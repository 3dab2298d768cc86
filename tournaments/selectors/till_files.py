"""The till of an evening as a file: who has paid, and the prizes."""

from django.utils.translation import gettext as _

from tournaments.files import FileTable
from tournaments.models import Payment, Tournament
from tournaments.wording.entrants import words_of

from .till import Prizes, Till


def till_table(tournament: Tournament, till: Till) -> FileTable:
    """Everybody's fee: what came in and how, and what is still out."""
    word = str(words_of(tournament.kind).word)
    return FileTable(
        title=_("Till"),
        headings=[_("no."), word, _("categories"), _("came in"), _("still out"), _("how")],
        rows=[
            (
                row.number,
                row.names,
                ", ".join(filter(None, row.categories)),
                row.due if row.means else None,
                None if row.means or row.is_gone else row.due,
                means_in_words(row.means),
            )
            for row in till.rows
        ],
        money=frozenset({3, 4}),
    )


def prizes_table(prizes: Prizes) -> FileTable:
    """By place, and the special ones."""
    return FileTable(
        title=_("Prizes"),
        headings=[_("prize"), _("place"), _("no."), _("names"), _("amount")],
        rows=[
            (row.title, row.place, row.number, row.names, row.cents or None)
            for row in (*prizes.by_place, *prizes.special)
        ],
        money=frozenset({4}),
    )


def means_in_words(means: str) -> str:
    """How somebody paid; empty for who has not."""
    return str(Payment.Means(means).label) if means else ""
