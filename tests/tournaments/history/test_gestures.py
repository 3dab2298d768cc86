"""The changes of one press of a button, and the moments in a span of time."""

from datetime import timedelta

import pytest

from tests.factories import AT
from tournaments.history.edits import ONE_GESTURE, Edit, EditType, gestures_of
from tournaments.history.seasons import gestures_of_seasons
from tournaments.history.time_spans import ALWAYS, TimeSpan
from tournaments.pairing.moves import OPENED_LATE

SECOND = timedelta(seconds=1)


def edit(id: int, *, after: timedelta = timedelta(), **others: object) -> Edit:
    """Return the edit that checks a pair in; `after` is the time since the first moment."""
    usual = {"type": EditType.CHANGED, "who": "anna", "reason": ""}
    usual |= {"values": {"status": "active", "number": id}, "before": {"status": "expected", "number": id}}
    return Edit(**{"id": id, "row": id, "at": AT + after} | usual | others)  # type: ignore[arg-type]


def test_edits_of_several_rows_at_once_are_one_gesture() -> None:
    first, second, third = edit(1), edit(2, after=ONE_GESTURE), edit(3, after=2 * ONE_GESTURE)
    assert gestures_of([first, second, third]) == [[first, second, third]]


@pytest.mark.parametrize(
    "other",
    [
        edit(2, after=ONE_GESTURE + SECOND),
        edit(2, who="ugo"),
        edit(2, type=EditType.ADDED, before={}),
        edit(2, values={"status": "active", "number": 7}),
        edit(1, after=SECOND),
    ],
    ids=["later", "somebody else", "another kind", "other fields", "the same row again"],
)
def test_what_is_not_alike_or_not_at_once_is_another_gesture(other: Edit) -> None:
    assert gestures_of([edit(1), other]) == [[edit(1)], [other]]


def test_a_row_saved_as_it_was_is_no_gesture_and_parts_none() -> None:
    saved = edit(2, before={"status": "active", "number": 2})
    assert saved.changed == () and gestures_of([saved]) == []
    assert gestures_of([edit(1), saved, edit(3)]) == [[edit(1), edit(3)]]
    added = edit(2, type=EditType.ADDED, before={})
    assert added.changed == () and gestures_of([added]) == [[added]]


def test_a_table_is_reseated_by_other_people_or_by_being_opened_late() -> None:
    before = {"ns_id": 1, "ew_id": 2, "ns_partner_id": None, "ew_partner_id": None, "outcome": ""}
    for seat in ("ns_id", "ew_id", "ns_partner_id", "ew_partner_id"):
        assert edit(1, values=before | {seat: 9}, before=before).reseated
    scored = edit(1, values=before | {"outcome": "played"}, before=before)
    assert scored.changed == ("outcome",) and not scored.reseated
    # An added table had no seats before; a deleted row has others only by mistake.
    assert not edit(1, type=EditType.ADDED, values=before, before={}).reseated
    assert not edit(1, type=EditType.REMOVED, values=before | {"ns_id": 9}, before=before).reseated
    late = edit(1, type=EditType.ADDED, values=before, before={}, reason=OPENED_LATE)
    assert late.opened_late and late.reseated
    assert not edit(1, values=before, before=before, reason=OPENED_LATE).opened_late


def test_a_stretch_holds_its_first_moment_and_not_the_one_behind_it() -> None:
    stretch = TimeSpan(since=AT, until=AT + SECOND)
    instant = timedelta(microseconds=1)
    moments = [AT - instant, AT, AT + SECOND - instant, AT + SECOND]
    assert [stretch.holds(at) for at in moments] == [False, True, True, False]
    assert [TimeSpan(since=AT).holds(at) for at in moments] == [False, True, True, True]
    assert [TimeSpan(until=AT).holds(at) for at in moments] == [True, False, False, False]
    assert all(ALWAYS.holds(at) for at in moments)
    assert dict(stretch.of("at").children) == {"at__gte": AT, "at__lt": AT + SECOND}
    assert not ALWAYS.of("at")


INSTANT = timedelta(microseconds=1)


def season(type: EditType, *, after: timedelta = timedelta(), who: str = "anna") -> Edit:
    return edit(900, type=type, after=after, who=who, values={"name": "Inverno"}, before={})


def tournament(type: EditType, *, after: timedelta = timedelta(), who: str = "anna") -> Edit:
    return edit(901, type=type, after=after, who=who, values={"season_id": 900}, before={})


TOGETHER = [
    (season(EditType.ADDED), tournament(EditType.ADDED)),
    (season(EditType.ADDED), tournament(EditType.ADDED, after=ONE_GESTURE)),
    (season(EditType.CHANGED), tournament(EditType.ADDED, after=ONE_GESTURE)),
    (season(EditType.CHANGED), tournament(EditType.CHANGED)),
    (season(EditType.CHANGED), tournament(EditType.REMOVED, after=SECOND)),
    (season(EditType.REMOVED), tournament(EditType.REMOVED)),
    (season(EditType.REMOVED, after=ONE_GESTURE), tournament(EditType.REMOVED)),
    (season(EditType.REMOVED), tournament(EditType.REMOVED, who="ugo")),
]
APART = [
    (season(EditType.ADDED), tournament(EditType.ADDED, after=ONE_GESTURE + INSTANT)),
    (season(EditType.ADDED), tournament(EditType.ADDED, after=-INSTANT)),
    (season(EditType.ADDED), tournament(EditType.CHANGED)),
    (season(EditType.ADDED), tournament(EditType.REMOVED)),
    (season(EditType.ADDED), tournament(EditType.ADDED, who="ugo")),
    (season(EditType.CHANGED), tournament(EditType.ADDED, after=ONE_GESTURE + INSTANT)),
    (season(EditType.CHANGED), tournament(EditType.ADDED, after=-INSTANT)),
    (season(EditType.CHANGED), tournament(EditType.ADDED, who="ugo")),
    (season(EditType.REMOVED), tournament(EditType.REMOVED, after=INSTANT)),
    (season(EditType.REMOVED, after=ONE_GESTURE + INSTANT), tournament(EditType.REMOVED)),
]


@pytest.mark.parametrize(("saved", "entry"), TOGETHER)
def test_a_season_and_its_tournaments_are_saved_or_deleted_at_once(saved: Edit, entry: Edit) -> None:
    (gesture,) = gestures_of_seasons([saved], [entry])
    assert (gesture.season, gesture.entries) == (saved, [entry])


@pytest.mark.parametrize(("saved", "entry"), APART)
def test_what_is_not_saved_at_once_with_a_season_is_a_change_of_its_own(saved: Edit, entry: Edit) -> None:
    first, second = gestures_of_seasons([saved], [entry])
    assert (first.season, first.entries) == (saved, [])
    assert (second.season, second.entries) == (None, [entry])


@pytest.mark.parametrize("type", [EditType.ADDED, EditType.REMOVED])
def test_tournaments_that_no_season_was_saved_with_are_changes_of_their_own(type: EditType) -> None:
    entries = [tournament(type), tournament(type)]
    assert [(gesture.season, gesture.entries) for gesture in gestures_of_seasons([], entries)] == [
        (None, [entry]) for entry in entries
    ]


def test_a_tournament_belongs_to_the_latest_gesture_that_fits() -> None:
    before, after = season(EditType.CHANGED), season(EditType.CHANGED, after=SECOND / 2)
    entry = tournament(EditType.CHANGED, after=SECOND)
    assert [gesture.entries for gesture in gestures_of_seasons([before, after], [entry])] == [[], [entry]]
