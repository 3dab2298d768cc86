"""The pages' statements about a round's tables, clubs and meetings, against the counts of the independent check."""

import re
from collections.abc import Iterator

from django.utils import translation

from tests.tournaments.pairing.reason_check import Held
from tests.tournaments.pairing.table_facts import opponents_again, partners_again, playing_at
from tournaments.pairing.outlook import OutlookCode, outlook_of
from tournaments.pairing_check.facts import of_one_club
from tournaments.records import Draft, PairingRequest, ReasonCode, System
from tournaments.views.rounds.seats import Seats, seats_of_draft
from tournaments.wording.outlook import outlook_sentence
from tournaments.wording.refusals import refusal_sentence

OF_EVERYBODY = frozenset(System) - {System.KNOCKOUT}
"""The systems whose rounds seat everybody; the others leave out the losers."""


def false_statements(draft: Draft, request: PairingRequest) -> list[str]:
    """Return the false statements about the round."""
    with translation.override("en"):
        seats = seats_of_draft(draft, request.entrants)
        found = [
            *_false_figures(seats, draft, request),
            *_false_sentences(seats, draft, request),
            *_false_outlook(draft, request),
        ]
        held = Held(draft, request)
        for table in draft.tables:
            untrue = (reason for reason in table.why if not held.is_so(reason, table))
            found += [f"table {table.number}: {reason}" for reason in untrue]
    return found


def _false_figures(seats: Seats, draft: Draft, request: PairingRequest) -> Iterator[str]:
    clubs = {entrant.id: entrant.clubs for entrant in request.entrants}
    of_players = draft.system is System.INDIVIDUAL
    again = partners_again if of_players else opponents_again
    if seats.again != again(draft.tables, request.history):
        yield f"meet again: {seats.again}"
    if seats.of_a_club != of_one_club(draft.tables, clubs):
        yield f"of a club: {seats.of_a_club}"
    if seats.counted.get(ReasonCode.SAME_CLUB, []) != ([] if of_players else seats.of_a_club):
        yield f"warned of for their clubs: {seats.counted}"
    if (seats.playing, len(seats.resting)) != (len(playing_at(draft.tables)), len(draft.tables) - seats.playing):
        yield f"{seats.playing} tables play, {len(seats.resting)} rest"


def _false_sentences(seats: Seats, draft: Draft, request: PairingRequest) -> Iterator[str]:
    clubs = {entrant.id: entrant.clubs for entrant in request.entrants}
    clubmates = len(of_one_club(draft.tables, clubs))
    for warning, at in zip(seats.warnings, seats.counted.values(), strict=False):
        if not re.match(rf"At {len(at)} tables? ", warning):
            yield warning
    if seats.warnings:
        return
    text = seats.all_well
    if "Nobody meets again," in text and opponents_again(draft.tables, request.history):
        yield text
    if "same partner" in text and partners_again(draft.tables, request.history):
        yield text
    if "none of the same club" in text and clubmates:
        yield text
    if draft.system is System.INDIVIDUAL and (re.findall(r"\d+", text) or ["0"]) != [str(clubmates)]:
        yield text


def _false_outlook(draft: Draft, request: PairingRequest) -> Iterator[str]:
    team_of = {entrant.id: entrant.team for entrant in request.entrants}
    for note in outlook_of(draft.system, request):
        facts = note.facts
        match note.code:
            case OutlookCode.REFUSED:
                assert note.refusal is not None
                yield f"refused, and drawn: {refusal_sentence(note.refusal)}"
            case OutlookCode.TABLE_MISSING if facts["tables"] != len(playing_at(draft.tables)):
                yield outlook_sentence(note)
            case OutlookCode.REMATCHES_AHEAD if not facts["rounds"] and not draft.rematches:
                yield outlook_sentence(note)
            case OutlookCode.STEP_TOO_SHORT if facts["rounds"] and draft.rematches:
                yield outlook_sentence(note)
            case OutlookCode.TEAM_TOO_BIG:
                alone = [t for t in draft.tables if t.ew and team_of[t.ns] == team_of[t.ew] == facts["team"]]
                if draft.system in OF_EVERYBODY and len(alone) < int(str(facts["tables"])):
                    yield outlook_sentence(note)
