"""The page of a draft beside its seats: kept tables, exclusions, and the possible changes."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Round
from tournaments.records import Entrant, EntrantId, Kind, Policy, ReasonCode, System
from tournaments.records.defaults import HIGHEST_SEED
from tournaments.records.named_systems import systems_drawing
from tournaments.records.sections import table_name, table_names
from tournaments.selectors.republished_slips import lost_when_published, slips_redone, written_by_players
from tournaments.selectors.runs import draw_of
from tournaments.services.drafts import DraftChange
from tournaments.wording.facts import number_of
from tournaments.wording.phone_slips import discarded_sentence
from tournaments.wording.reasons import distance_sentence
from tournaments.wording.republished_slips import slips_again_sentence
from tournaments.wording.round_settings import settings_words
from tournaments.wording.systems import system_name

from .seats import SeatCounts, SeatRow, Seats

BY_LOT = frozenset({System.DRAW, System.SWISS, System.INDIVIDUAL})
"""Systems whose draft depends on the seed; also `danish_no_rematch` if balanced, and the first Mitchell seats."""


def round_context(round_: Round, seats: Seats | SeatCounts) -> dict[str, Any]:
    """Return the context of a round's page, draft or not."""
    drawn = draw_of(round_)
    system = System(drawn.system)
    return {
        "section": "round",
        "tournament": round_.tournament,
        "round": round_,
        "system": system_name(system, drawn.chosen),
        "settings_words": settings_words(
            system, drawn.chosen, by_rating=round_.by_rating, in_gironi=round_.is_in_gironi
        ),
        "seats": seats,
        "new_slips": table_names(map(round_.table_number, round_.new_slips)),
        "resting": ", ".join(str(entrant.id) for entrant in seats.resting),
    }


def draft_context(round_: Round, seats: Seats) -> dict[str, Any]:
    """Return the context of a draft's page, with the referee's decisions."""
    return round_context(round_, seats) | {
        "kept_tables": [row for row in seats.tables if row.stays],
        "excluded": [_not_to_meet(seats, *meeting) for meeting in round_.chosen.excluded],
        "fixed": [
            (entrant, round_.table_number(entrant.fixed_table))
            for entrant in _seated(seats)
            if entrant.fixed_table is not None
        ],
        "depth": len(round_.undo),
        "by_hand": round_.tournament.kind != Kind.INDIVIDUAL,
        "draws_again": _draws_again(round_, seats),
        "next_seed": (round_.seed + 1) % HIGHEST_SEED,
        **_published_before(round_),
    }


def _published_before(round_: Round) -> dict[str, Any]:
    """Return what happens to the slips of an unpublished round, and what its players would lose."""
    if not round_.given_out:
        return {"lost": [], "lost_told": ""}
    lost, written = lost_when_published(round_), written_by_players(round_)
    return {
        "slips_again": slips_again_sentence(*slips_redone(round_), of=len(round_.given_out)),
        "lost": lost,
        "lost_told": discarded_sentence(lost),
        "written": written,
        "discard_told": " ".join([_("The draft is discarded."), discarded_sentence(written)]),
    }


def is_drawn_by_lot(round_: Round) -> bool:
    """Return whether another seed gives another draft."""
    settings = round_.chosen
    return any(
        system in BY_LOT
        or (system is System.DANISH_NO_REMATCH and settings.policy is Policy.MIN_SQUARE)
        or (system is System.MITCHELL and round_.number == 1 and settings.start_by_lot)
        for system in systems_drawing(System(round_.system), settings)
    )


def change_sentences(changed: DraftChange, seats: Seats) -> list[str]:
    """Return the costs and faults of a change, with their tables."""
    sentences = []
    rows = [row for row in seats.tables if row.number in changed.touched]
    moved = (reason.facts for row in rows for reason in row.reasons if reason.code is ReasonCode.MOVED_BY_REFEREE)
    if changed.before != changed.tables and (cost := next(filter(None, moved), None)):
        sentences.append(distance_sentence(number_of(cost["before"]), number_of(cost["now"])))
    for row in rows:
        if row.warnings:
            facts = {"table": table_name(row.number), "sentences": " ".join(row.warnings)}
            sentences.append(_("Table %(table)s: %(sentences)s") % facts)
    return sentences


def _draws_again(round_: Round, seats: Seats) -> bool:
    """Return whether another draw can differ; entrants who have come since are included."""
    if round_.system == System.MANUAL:
        return False
    settled = round_.chosen.kept or round_.chosen.excluded
    return is_drawn_by_lot(round_) or bool(settled) or bool(round_.undo) or bool(seats.without)


def _seated(seats: Seats) -> list[Entrant]:
    return [entrant for row in seats.tables for entrant in (*row.ns, *row.ew)]


def meetings_at(round_: Round, row: SeatRow) -> list[dict[str, Any]]:
    """Return the meetings at a table, and whether the referee excluded them."""
    excluded = set(round_.chosen.excluded)
    pairs = (sorted((one.id, other.id)) for one in row.ns for other in row.ew)
    return [_meeting(one, other) | {"excluded": (one, other) in excluded} for one, other in pairs]


def _meeting(one: EntrantId, other: EntrantId) -> dict[str, Any]:
    return {"one": one, "other": other, "value": f"{one}-{other}"}


def _not_to_meet(seats: Seats, one: EntrantId, other: EntrantId) -> dict[str, Any]:
    labels = {entrant.id: entrant.label for entrant in _seated(seats) if entrant.id in (one, other)}
    return _meeting(one, other) | {"title": " / ".join(labels.values())}
