"""The pair numbers in rounds, when a pair gets another number or is removed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import LineUp, Pair, Round, Table, Tournament
from tournaments.records import DraftTable, EntrantId, RoundSettings
from tournaments.records.settings_json import settings_to_json
from tournaments.wording.entrants import words_of


def refuse_in_a_draft(tournament: Tournament, pairs: Iterable[Pair]) -> None:
    """Raise Refused if one of the pairs sits in a draft, where it must stay until the draft is discarded."""
    by_key = {pair.pk: pair.number for pair in pairs}
    sits = Q(ns__in=by_key) | Q(ew__in=by_key) | Q(ns_partner__in=by_key) | Q(ew_partner__in=by_key)
    drafted = Table.objects.filter(sits, round__tournament=tournament, round__state=Round.State.DRAFT)
    rows = drafted.values_list("round__number", "ns_id", "ns_partner_id", "ew_id", "ew_partner_id")
    for number, *seats in rows.order_by("number"):
        first = min(by_key[key] for key in seats if key in by_key)
        raise Refused(words_of(tournament.kind).in_a_draft % {"pair": first, "round": number})


def refuse_in_a_line_up(pair: Pair) -> None:
    """Raise Refused if the pair is in a line-up of its team."""
    if any(pair.pk in line_up.pairs for line_up in LineUp.objects.filter(team=pair.team)):
        raise Refused(_("Pair %(pair)s is in a line-up of its team: change the line-up first.") % {"pair": pair.number})


def was_here(tournament: Tournament, pair: Pair) -> Round | None:
    """Return the first round drawn while the pair was here, even if it was not seated."""
    rounds = tournament.rounds.order_by("number")
    return next((round_ for round_ in rounds if pair.number in {number for number, _vp in round_.order}), None)


def number_changes(tournament: Tournament, before: int, after: int | None) -> None:
    """Replace a pair's number in the rounds, or remove it if `after` is None.

    The pair was part of no draw, so this concerns only excluded meetings and the undo list of a draft.
    """
    for round_ in tournament.rounds.order_by("number"):
        settings = settings_to_json(_renamed(round_.chosen, EntrantId(before), after))
        undo = _undo_without(round_.undo, before)
        if (settings, undo) == (round_.settings, round_.undo):
            continue
        round_.settings, round_.undo = settings, undo
        if round_.state == Round.State.DRAFT:
            Round.objects.filter(pk=round_.pk).update(settings=settings, undo=undo)
        else:
            round_.save()


def _renamed(chosen: RoundSettings, before: EntrantId, after: int | None) -> RoundSettings:
    """Return the settings without the number, or with the new one in its place."""

    def meetings() -> Iterator[tuple[EntrantId, EntrantId]]:
        for meeting in chosen.excluded:
            if before not in meeting:
                yield meeting
            elif after is not None:
                (other,) = set(meeting) - {before}
                yield min(EntrantId(after), other), max(EntrantId(after), other)

    def stays(table: DraftTable) -> bool:
        return before not in table.seated

    names: dict[EntrantId, int | None] = {before: after}
    advance = (names.get(entrant, entrant) for entrant in chosen.advance)
    return replace(
        chosen,
        excluded=tuple(sorted(meetings())),
        kept=tuple(filter(stays, chosen.kept)),
        advance=tuple(EntrantId(name) for name in advance if name is not None),
    )


def _undo_without(undo: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """Return the changes since the last one with that number, because a removed pair cannot be seated again."""
    last = max((at for at, entry in enumerate(undo) if number in _numbers_in(entry)), default=-1)
    return undo[last + 1 :]


def _numbers_in(entry: Mapping[str, Any]) -> set[int]:
    """Return every pair number in a change."""
    seats = {seat for table in entry["tables"] for seat in table[1:5] if seat is not None}
    was = entry.get("round", {})
    settings, fixed = was.get("settings", {}), entry.get("fixed", [0])[:1]
    kept_sides = (side for table in settings.get("kept", ()) for side in table[1:])
    numbers = {
        *seats,
        *fixed,
        *settings.get("advance", ()),
        *(n for entry in settings.get("excluded", ()) for n in entry),
    }
    numbers |= {entry for side in kept_sides for entry in (side if isinstance(side, list) else [side])}
    return numbers | {number for number, _vp in was.get("order", ())}
