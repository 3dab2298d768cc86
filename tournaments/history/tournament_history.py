"""The changes to a tournament, read from its historical rows: who, when, before and after; a fixed number of queries.

Of a stretch of time only its own slips, pairs and entries are read, however many there were before: see `TimeSpan`.
The rounds are read whole. The seats of a round with many tables, and the pairs of a long list, are read only where they
are asked for: they are as long as the field.

A change is what one press of a button did: the hands of one slip together, the pairs of one pasted list together.
What was deleted still shows, because rounds, tables and hands are found through the history of what held them.
The seats of a draft have no history before they are published, and phones none of a round that was withdrawn.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tournaments.models import (
    Entry,
    Round,
    Table,
    Tournament,
)
from tournaments.records import Kind
from tournaments.records.sections import in_section, starts_in

from .changes import Change, ChangeKind, History, without_many_edits
from .edits import (
    ONE_GESTURE,
    SEAT_FIELDS,
    Edit,
    EditType,
    Values,
    edits_of,
    gestures_of,
    with_the_press_before,
)
from .pair_changes import entered_pairs, numbers_of, pair_changes, players_in
from .phone_changes import phone_changes
from .table_acts import TablesAt
from .team_match_sentences import match_changes
from .time_spans import ALWAYS, TimeSpan
from .tournament_rows import (
    ADJUSTMENT_EDITS,
    ENTRY_FIELDS,
    ENTRY_TERMS_EDITS,
    HAND_FIELDS,
    INCIDENT_EDITS,
    PAIR_FIELDS,
    ROUND_EDITS,
    SETTINGS_EDITS,
    SINGLE_EDITS,
    SUBSTITUTE_EDITS,
    TABLE_FIELDS,
    TEAM_EDITS,
    hand_rows,
    table_rows,
    with_more_seats,
)

NOT_KNOWN = TablesAt()


def tournament_ever(pk: int) -> Tournament | None:
    """Return a tournament by its key, deleted or not; one deleted for good is built from its history."""
    tournament = Tournament.everything.filter(pk=pk).first()
    if tournament is not None:
        return tournament
    last = Tournament.history.filter(id=pk).first()
    return None if last is None else last.instance


def history_of(
    tournament: Tournament,
    stretch: TimeSpan = ALWAYS,
    *,
    tables: TablesAt = NOT_KNOWN,
    most_seats: int | None = None,
    most_edits: int | None = None,
) -> History:
    """Return the changes of a tournament in that time; of rounds with more than `most_seats` tables without the seats.

    Of more than `most_edits` pairs, or entries, that one press changed, only the first is returned. `tables` are those
    with acts in that time; what is not known of them is looked for.

    Fourteen queries; of a team event fifteen, of an individual one thirteen, of team matches seventeen. One more for
    the numbers of pairs that did not change, and four to count what there may be too many of.
    """
    drawn, substituted = ROUND_EDITS.of(tournament.pk), SUBSTITUTE_EDITS.of(tournament.pk)
    with_substitutes = {int(edit.values["pair_id"]) for edit in substituted}
    entered, presses = entered_pairs(tournament, stretch, PAIR_FIELDS, most=most_edits, besides=with_substitutes)
    pairs = {edit.id: edit.values for edit in entered}
    rounds = {edit.id: int(edit.values["number"]) for edit in drawn}
    team_event, plays_matches = tournament.has_teams, tournament.plays_matches
    named = TEAM_EDITS.of(tournament.pk) if team_event else []
    of_pairs = tournament.kind != Kind.INDIVIDUAL
    looked = SINGLE_EDITS.of(tournament.pk) if of_pairs else []
    seated = edits_of(table_rows(tournament, stretch, tables), TABLE_FIELDS)
    hands = edits_of(hand_rows(tournament, stretch, tables), HAND_FIELDS)
    published = {edit.id for edit in drawn if stretch.holds(edit.at)}
    seats = Table.history.filter(history_type=EditType.ADDED)
    # A round has no more tables than there are pairs.
    left_out: frozenset[int] = frozenset()
    if most_seats is not None and (presses or stretch.since is not None or len(pairs) > most_seats):
        left_out = with_more_seats(published, seats, most_seats)
    placed = edits_of(seats.filter(round_id__in=published - left_out), TABLE_FIELDS)
    adjusted, stated = ADJUSTMENT_EDITS.of(tournament.pk), INCIDENT_EDITS.of(tournament.pk)
    matches = tuple(match_changes(tournament, {edit.id for edit in named})) if plays_matches else ()
    keys = _seats_of(edit.values for edit in (*seated, *placed))
    keys.update(edit.values["pair_id"] for edit in (*substituted, *adjusted))
    for edit in (*stated, *(edit for change in matches for edit in change.edits)):
        keys.update(edit.values.get("pairs", ()))
    names = _Names(rounds=rounds, numbers=numbers_of(tournament, keys, pairs))
    changes = [
        *_settings_changes(tournament),
        *_pairing_changes(drawn, placed, names, left_out),
        *_seating_changes(seated, names),
        *_result_changes(seated, hands, names),
        *pair_changes(entered, presses),
        *_substitute_changes(substituted, names),
        *_team_changes(named),
        *matches,
        *_single_changes(looked),
        *_entry_changes(tournament, stretch),
        *_adjustment_changes(adjusted, names),
        *_incident_changes(stated, names),
        *phone_changes(tournament, stretch, seats=_at_tables(seated, names), written=tables.written),
    ]
    page = sorted(
        (change for change in changes if stretch.holds(change.at)), key=lambda change: change.at, reverse=True
    )
    if most_edits is not None:
        page = [without_many_edits(change, most_edits) for change in page]
    return History(
        changes=tuple(_in_sections(page, drawn)),
        numbers=names.numbers,
        pairs=pairs,
        players=players_in(tournament, page, pairs),
        teams={edit.id: str(edit.values["name"]) for edit in named},
        rounds=rounds,
        kind=Kind(tournament.kind),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """The numbers of rounds and pairs by key."""

    rounds: Mapping[int, int]
    numbers: Mapping[int, int]

    def seated(self, seats: Iterable[Values]) -> frozenset[int]:
        return frozenset(self.numbers[key] for key in _seats_of(seats) if key in self.numbers)


def _at_tables(seated: Iterable[Edit], names: _Names) -> dict[int, frozenset[int]]:
    """Return the numbers of those who sit at each table, as it was last, by its key."""
    return {edit.id: names.seated([edit.values]) for edit in seated}


def _seats_of(seats: Iterable[Values]) -> set[int]:
    """Return the keys of who sits there."""
    keys = {seat[place] for seat in seats for place in SEAT_FIELDS}
    return keys - {None}


def _in_sections(changes: Iterable[Change], drawn: Iterable[Edit]) -> Iterable[Change]:
    """Return the changes, with tables that know their names where a round is played in sections."""
    starts: dict[int, Sequence[int]] = {}
    for edit in drawn:
        starts.setdefault(int(edit.values["number"]), starts_in(edit.values["settings"]))
    for change in changes:
        sections = starts.get(change.round or 0, ())
        yield _in_section(change, sections) if sections else change


def _in_section(change: Change, starts: Sequence[int]) -> Change:
    of_a_table = {"round_id", "number"}

    def named(edits: Iterable[Edit]) -> tuple[Edit, ...]:
        return tuple(
            replace(edit, values={**edit.values, "number": in_section(edit.values["number"], starts)})
            if of_a_table <= edit.values.keys()  # equivalent `of_a_table < edit.values.keys()`: a table has more
            else edit
            for edit in edits
        )

    table = None if change.table is None else in_section(change.table, starts)
    return replace(change, table=table, edits=named(change.edits), parts=named(change.parts))


def _settings_changes(tournament: Tournament) -> Iterable[Change]:
    for edit in SETTINGS_EDITS.of(tournament.pk):
        # Saved without a change.
        if edit.type is not EditType.CHANGED or edit.changed:
            yield Change(kind=ChangeKind.TOURNAMENT, edits=(edit,))


def _pairing_changes(
    drawn: Sequence[Edit], seated: Sequence[Edit], names: _Names, left_out: Collection[int]
) -> Iterable[Change]:
    """Return the steps of rounds: drawn, published with seats, unpublished, closed or discarded, and their clocks.

    `seated` are the tables as they were added; `left_out` are the rounds whose seats are not read.
    """
    published: defaultdict[int, list[Edit]] = defaultdict(list)
    for edit in seated:
        if not edit.opened_late:
            published[edit.values["round_id"]].append(edit)
    following: dict[int, datetime] = {}
    for edit in reversed(drawn):
        until = following.get(edit.id)
        if edit.type is EditType.CHANGED and edit.changed == ("clocks",):
            yield Change(kind=ChangeKind.CLOCK, edits=(edit,), round=names.rounds[edit.id])
            continue
        seats = tuple(seat for seat in published[edit.id] if seat.at >= edit.at and (until is None or seat.at < until))
        following[edit.id] = edit.at
        yield Change(
            kind=ChangeKind.PAIRING,
            edits=(edit,),
            parts=seats,
            round=names.rounds[edit.id],
            pairs=names.seated(seat.values for seat in seats),
            seats_left_out=edit.id in left_out and _seats(edit),
        )


def _seats(edit: Edit) -> bool:
    """Return whether a step of a round publishes its seats: a draft's, or those of an imported round."""
    before = edit.before.get("state", Round.State.DRAFT)
    return bool(before == Round.State.DRAFT and edit.values["state"] != Round.State.DRAFT)


def _seating_changes(seated: Sequence[Edit], names: _Names) -> Iterable[Change]:
    """Return the corrections of a published round's seats, grouped by press of a button."""
    gestures: list[list[Edit]] = []
    for edit in seated:
        if not edit.reseated:
            continue
        last = gestures[-1][-1] if gestures else None
        if (
            last is not None
            and last.values["round_id"] == edit.values["round_id"]
            and last.who == edit.who
            and edit.at - last.at <= ONE_GESTURE
        ):
            gestures[-1].append(edit)
        else:
            gestures.append([edit])
    for edits in gestures:
        yield Change(
            kind=ChangeKind.PAIRING,
            edits=tuple(edits),
            round=names.rounds[edits[0].values["round_id"]],
            table=edits[0].values["number"] if len(edits) == 1 else None,
            pairs=names.seated(values for edit in edits for values in (edit.values, edit.before) if values),
        )


def _result_changes(seated: Sequence[Edit], hands: Sequence[Edit], names: _Names) -> Iterable[Change]:
    """Return the saved slips of tables, the hands first and the table last. Imported hands have no save."""
    pending: defaultdict[int, list[Edit]] = defaultdict(list)
    saves = [edit for edit in seated if edit.type is EditType.CHANGED]
    in_order = sorted([*((hand.at, 0, hand) for hand in hands), *((save.at, 1, save) for save in saves)], key=_by_time)
    for _at, is_save, edit in in_order:
        if not is_save:
            pending[edit.values["table_id"]].append(edit)
            continue
        if edit.reseated:
            # The slip came with its pairs, or left with them.
            pending.pop(edit.id, None)
            continue
        yield Change(
            kind=ChangeKind.RESULT,
            edits=(edit,),
            parts=tuple(hand for hand in pending.pop(edit.id, ()) if edit.at - hand.at <= ONE_GESTURE),
            round=names.rounds.get(edit.values["round_id"]),
            table=edit.values["number"],
            pairs=names.seated([edit.values]),
        )


def _by_time(item: tuple[datetime, int, Edit]) -> tuple[datetime, int]:
    return item[0], item[1]


def _single_changes(looked: Sequence[Edit]) -> Iterable[Change]:
    """Return players who began or stopped looking for a partner, grouped by press of a button."""
    return (Change(kind=ChangeKind.SINGLE, edits=tuple(edits)) for edits in gestures_of(looked))


def _entry_changes(tournament: Tournament, stretch: TimeSpan) -> Iterable[Change]:
    """Return the entries of people, the answers to them, and the terms, grouped by press of a button."""
    rows = Entry.history.filter(tournament_id=tournament.pk)
    changed = rows.filter(with_the_press_before(stretch).of("history_date"))
    sent = edits_of(rows if stretch.since is None else rows.filter(id__in=changed.values("id")), ENTRY_FIELDS)
    for edits in gestures_of(sent):
        yield Change(kind=ChangeKind.ENTRY, edits=tuple(edits))
    for edit in ENTRY_TERMS_EDITS.of(tournament.pk):
        if edit.type is not EditType.CHANGED or edit.changed:
            yield Change(kind=ChangeKind.ENTRY, edits=(edit,))


def _substitute_changes(substituted: Sequence[Edit], names: _Names) -> Iterable[Change]:
    """Return each substitute: added, for which rounds, and removed."""
    for edit in substituted:
        if edit.type is not EditType.CHANGED or edit.changed:
            number = frozenset({names.numbers[edit.values["pair_id"]]})
            yield Change(kind=ChangeKind.SUBSTITUTE, edits=(edit,), pairs=number)


def _team_changes(named: Sequence[Edit]) -> Iterable[Change]:
    """Return teams renamed or deleted. New ones come with the pairs that name them."""
    for edit in named:
        if edit.type is EditType.REMOVED or edit.changed:
            yield Change(kind=ChangeKind.TEAM, edits=(edit,))


def _adjustment_changes(adjusted: Sequence[Edit], names: _Names) -> Iterable[Change]:
    for edit in adjusted:
        number = names.numbers.get(edit.values["pair_id"])
        yield Change(
            kind=ChangeKind.ADJUSTMENT,
            edits=(edit,),
            round=names.rounds.get(edit.values["round_id"]),
            pairs=frozenset(() if number is None else (number,)),
        )


def _incident_changes(stated: Sequence[Edit], names: _Names) -> Iterable[Change]:
    """Return the statements of incidents: written, changed and deleted."""
    for edit in stated:
        if edit.type is EditType.CHANGED and not edit.changed:
            continue
        yield Change(
            kind=ChangeKind.INCIDENT,
            edits=(edit,),
            round=edit.values["round"],
            table=edit.values["table"],
            pairs=frozenset(names.numbers[key] for key in edit.values["pairs"] if key in names.numbers),
        )
