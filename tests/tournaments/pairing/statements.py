"""What pages say of a round about its tables, clubs and meetings, against what the independent check counts."""

import re
from collections.abc import Iterator

from django.utils import translation

from tournaments.pairing.outlook import OutlookCode, outlook_of
from tournaments.pairing_check.facts import of_one_club, opponents_again, partners_again, playing_at
from tournaments.records import Draft, DraftTable, EntrantId, Obstacle, PairingRequest, Reason, ReasonCode, System
from tournaments.views.rounds.seats import Seats, seats_of_draft
from tournaments.wording.outlook import outlook_sentence
from tournaments.wording.refusals import refusal_sentence

OF_EVERYBODY = frozenset(System) - {System.KNOCKOUT}
"""The systems whose rounds seat everybody; the others leave out whoever has lost."""


def false_statements(draft: Draft, request: PairingRequest) -> list[str]:
    """Every statement about the round that is not so."""
    with translation.override("en"):
        seats = seats_of_draft(draft, request.entrants)
        found = [
            *_false_figures(seats, draft, request),
            *_false_sentences(seats, draft, request),
            *_false_outlook(draft, request),
        ]
        for table in draft.tables:
            said = (reason for reason in table.why if not _is_so(reason, table, draft, request))
            found += [f"table {table.number}: {reason}" for reason in said]
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
    said = seats.all_well
    if "Nobody meets again," in said and opponents_again(draft.tables, request.history):
        yield said
    if "same partner" in said and partners_again(draft.tables, request.history):
        yield said
    if "none of the same club" in said and clubmates:
        yield said
    if draft.system is System.INDIVIDUAL and (re.findall(r"\d+", said) or ["0"]) != [str(clubmates)]:
        yield said


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


def _is_so(reason: Reason, table: DraftTable, draft: Draft, request: PairingRequest) -> bool:
    """Whether a reason's facts about tables, clubs and meetings are true; the others are not looked at."""
    facts = reason.facts
    match reason.code:
        case ReasonCode.KEPT_APART:
            others = facts["others"]
            rounds = facts.get("rounds", [0] * len(others))  # type: ignore[arg-type]
            meetings = [(facts["pair"], other, last) for other, last in zip(others, rounds, strict=True)]  # type: ignore[arg-type]
            return all(_stands_between(request, facts["obstacle"], *meeting) for meeting in meetings)
        case ReasonCode.WOULD_LEAVE:
            left = (facts["left"], facts["left_other"], facts.get("round", 0))
            return _stands_between(request, facts["obstacle"], *left)
        case ReasonCode.REMATCH | ReasonCode.MET_BEFORE:
            return _stands_between(request, Obstacle.MET, facts["pair"], facts["other"], facts["round"])
        case ReasonCode.PARTNERS_AGAIN:
            both = {facts["pair"], facts["other"]}
            sides = [(past.round, {*side}) for past in request.history for side in (past.ns_side, past.ew_side)]
            return max((round_ for round_, side in sides if side == both), default=0) == facts["round"]
        case ReasonCode.SAME_CLUB:
            return facts["clubs"] == ", ".join(_shared(request, *table.seated))
        case ReasonCode.FIXED_TABLE_MISSING:
            return facts["tables"] == len(playing_at(draft.tables))
    return True


def _stands_between(request: PairingRequest, obstacle: object, one: object, other: object, last: object) -> bool:
    """Whether that keeps the two apart; `last`: the round in which they met last."""
    entrants = {entrant.id: entrant for entrant in request.entrants}
    one, other = EntrantId(int(str(one))), EntrantId(int(str(other)))
    match Obstacle(str(obstacle)):
        case Obstacle.MET:
            rounds = [past.round for past in request.history if past.met and {*past.met} == {one, other}]
            return max(rounds, default=0) == last
        case Obstacle.CLUB:
            return bool(_shared(request, one, other))
        case Obstacle.TEAM:
            return entrants[one].team is not None and entrants[one].team == entrants[other].team
        case Obstacle.EXCLUDED:
            return tuple(sorted((one, other))) in request.settings.excluded


def _shared(request: PairingRequest, one: EntrantId, other: EntrantId) -> list[str]:
    clubs = {entrant.id: entrant.clubs for entrant in request.entrants}
    return [club for club in clubs[one] if club in clubs[other]]
