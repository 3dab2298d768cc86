"""Gironi in words: their names, and what goes on into them."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Protocol, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.ranking import gironi
from tournaments.ranking.gironi import Boundary, GironeMove
from tournaments.records import Carry, Cut, Standing
from tournaments.records.gironi import girone_letter
from tournaments.records.plans import PlannedCut
from tournaments.wording.figures import figure, signed
from tournaments.wording.results import TIE_BREAK_NAMES

CARRY_NAMES = {
    Carry.WHOLE: gettext_lazy("all points are carried over"),
    Carry.HALF: gettext_lazy("half of the points are carried over, VP rounded up"),
    Carry.NOTHING: gettext_lazy("the gironi begin from zero"),
}


def girone_name(girone: int) -> str:
    """Return `Girone A` for 1."""
    return _("Girone %(letter)s") % {"letter": girone_letter(girone)}


def of_girone(girone: int | None, sentence: str) -> str:
    """Return a sentence that concerns a girone, with its name before it; None for one about all.

    A full stop parts them, since the sentence begins with a capital.
    """
    return sentence if girone is None else f"{girone_name(girone)}. {sentence}"


def sizes_in_words(sizes: Sequence[int]) -> str:
    """Return `A 16, B 16, C 15`."""
    return ", ".join(f"{girone_letter(girone)} {size}" for girone, size in enumerate(sizes, start=1))


def cut_sentence(cut: Cut, *, with_tables: bool = False) -> str:
    """Return after which round the ranking was cut, and what goes on.

    If `with_tables` is true, it also says that each girone has tables of its own, if it has.
    """
    facts = {"round": cut.after_round, "carry": CARRY_NAMES[cut.carry]}
    sentence = _("Cut into gironi after round %(round)s: %(carry)s.") % facts
    return (
        f"{sentence} {_('The tables of each girone are numbered from 1.')}"
        if with_tables and cut.own_tables
        else sentence
    )


def planned_cut_sentence(planned: PlannedCut) -> str:
    """Return the cut that the plan announces."""
    facts = {"gironi": planned.gironi, "round": planned.after_round, "carry": CARRY_NAMES[planned.carry]}
    return _("Announced: %(gironi)s gironi after round %(round)s, and %(carry)s.") % facts


def gironi_notes(standings: Collection[Standing], cut: Cut | None) -> list[str]:
    """Return the note below a ranking in gironi; none before the cut."""
    return [cut_sentence(cut)] if cut is not None and any(row.girone is not None for row in standings) else []


class _InGirone(Protocol):
    @property
    def girone(self) -> int | None: ...
    @property
    def before_gironi(self) -> bool: ...


Row = TypeVar("Row", bound=_InGirone)


def by_girone(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """Return the rows of each girone with its name; all of them with an empty name before the cut.

    Those that a knockout of the whole field placed come first, under its name.
    """

    def heading(row: Row) -> str:
        if row.girone is None:
            return ""
        return _("Knockout") if row.before_gironi else girone_name(row.girone)

    return [(name, list(of_one)) for name, of_one in groupby(rows, key=heading)]


def place_in_girone(standing: Standing, standings: Sequence[Standing]) -> str:
    """Return `Girone B, place 3` for a row of the ranking; empty before the cut."""
    if standing.girone is None:
        return ""
    return _("%(girone)s, place %(place)s") % {
        "girone": girone_name(standing.girone),
        "place": gironi.place_in_girone(standing, standings),
    }


def boundary_sentence(boundary: Boundary) -> tuple[str, str, str]:
    """Return the last of a girone, the first of the next, and what separates them."""
    upper, lower = girone_letter(boundary.girone), girone_letter(boundary.girone + 1)
    if boundary.decided_by is None:
        why = _("Nothing separates them: they are equal, and the order of their numbers decides. You can move either.")
    elif boundary.is_close:
        why = _("Equal so far: %(criterion)s decides.") % {"criterion": TIE_BREAK_NAMES[boundary.decided_by]}
    else:
        why = ""
    last, first = (
        _("%(letter)s: %(place)s. %(names)s, %(vp)s VP, %(difference)s")
        % {
            "letter": letter,
            "place": row.place,
            "names": row.entrant.label,
            "vp": figure(row.vp),
            "difference": signed(row.mp_difference),
        }
        for letter, row in ((upper, boundary.last), (lower, boundary.first))
    )
    return last, first, why


def move_sentences(move: GironeMove) -> list[str]:
    """Return what it does to move a pair to another girone."""
    facts = {
        "number": move.entrant.id,
        "names": move.entrant.label,
        "origin": girone_name(move.origin),
        "goal": girone_name(move.goal),
        "place": move.place,
        "vp": figure(move.vp),
        "round": move.draft or move.under_way,
    }
    sentences = [
        _("%(number)s %(names)s goes from %(origin)s to %(goal)s.") % facts,
        _("It keeps its points: with %(vp)s VP it is number %(place)s of %(goal)s.") % facts,
    ]
    for girone in (move.origin, move.goal):
        size = move.sizes.get(girone, 0)
        about = {"girone": girone_name(girone), "size": size}
        if size == 0:
            sentences.append(_("%(girone)s then has no pair.") % about)
        elif size == 1:
            sentences.append(_("%(girone)s then has a single pair: it cannot be paired.") % about)
        elif size % 2:
            sentences.append(_("%(girone)s then has %(size)s pairs: one rests in each round.") % about)
        else:
            sentences.append(_("%(girone)s then has %(size)s pairs: all of them play.") % about)
    if move.draft is not None:
        sentences.append(_("Round %(round)s is a draft with the gironi as they are: draw it again afterwards.") % facts)
    if move.under_way is not None:
        sentences.append(_("Round %(round)s is being played: its seats stay, and what it scores there counts.") % facts)
    sentences.append(_("Rounds that have been played stay as they are."))
    return sentences
