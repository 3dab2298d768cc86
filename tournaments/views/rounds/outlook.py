"""The outlook of a round's settings, before anything is written."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import ngettext

from pages.refusals import Refused
from tournaments.pairing.gironi import each_girone, systems_here
from tournaments.pairing.outlook import AHEAD, OutlookNote, outlook_of
from tournaments.records import PairingRequest, RoundSettings, System
from tournaments.selectors.draws import NextRound
from tournaments.services.rounds import NewDraft, compute_draft
from tournaments.wording.outlook import outlook_sentence

from .seats import seats_of_draft

MOST_NAMED = 6
"""The most resting entrants named."""


def outlook_context(
    coming: NextRound, system: System, *, settings: RoundSettings, seed: int, by_rating: bool, new_run: bool = False
) -> dict[str, Any]:
    """Return the context of `rounds/_outlook.html`: the draft that would come, or why there is none."""
    request = coming.request(system=system, settings=settings, seed=seed, by_rating=by_rating, new_run=new_run)
    try:
        draft = compute_draft(system, request)
    except Refused as refusal:
        return {"refused": refusal.message}
    notes = outlook_of(system, request, draft)
    in_gironi, sections = each_girone(system, request), request.settings.sections
    seats = seats_of_draft(draft, request.entrants, in_gironi=in_gironi, sections=sections, worded=False)
    return {
        "seats": seats,
        "resting": ", ".join(seats.resting_named[:MOST_NAMED]),
        "outlook": _sentences(notes, request),
        "holds": _holds(system, notes, request),
    }


def outlook_sentences(drawn: NewDraft) -> list[str]:
    """Return what to expect of a drawn round, as sentences."""
    return _sentences(outlook_of(drawn.draft.system, drawn.request, drawn.draft), drawn.request)


def _sentences(notes: Sequence[OutlookNote], request: PairingRequest) -> list[str]:
    possible = [note for note in notes if note.possible]
    if not possible:
        return []
    names = {entrant.id: f"{entrant.id} {entrant.label}" for entrant in request.entrants}
    return [outlook_sentence(note, names) for note in possible]


def _holds(system: System, notes: Sequence[OutlookNote], request: PairingRequest) -> str:
    """Return for how many rounds nothing is in the way, if that is known."""
    if AHEAD.keys().isdisjoint(systems_here(system, request).values()) or notes:
        return ""
    assert request.rounds_planned is not None  # a tournament has a plan
    rounds = max(1, request.rounds_planned - request.round + 1)
    sentence = ngettext(
        "This works for the %(rounds)s round still to play.",
        "This works for the %(rounds)s rounds still to play.",
        rounds,
    )
    return sentence % {"rounds": rounds}
