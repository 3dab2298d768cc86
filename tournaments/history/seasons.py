"""The changes of seasons, read from the histories of their rows: one line for each press of a button.

A deleted season is included: the histories outlive it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tournaments.models import Season, SeasonTournament, Tournament

from .change_words import ChangeInWords
from .edits import ONE_GESTURE, Edit, EditType, edits_of
from .season_sentences import tell_season, tell_tournaments

SEASON_FIELDS = ("name", "rule", "public")
ENTRY_FIELDS = ("season_id", "tournament_id", "weight")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonChange:
    """The effect of one press of a button on a season."""

    at: datetime
    who: str
    row: int | None
    """The key of the season's row; None if only one of its tournaments went away."""
    words: ChangeInWords


@dataclass(slots=True)
class SeasonGesture:
    """The edit of the season, if there is one, with those of its tournaments."""

    season: Edit | None = None
    entries: list[Edit] = field(default_factory=list)


def season_changes(seasons: Collection[int]) -> list[SeasonChange]:
    """Return every change of the seasons of these keys, oldest first. At most four queries."""
    of_seasons = edits_of(Season.history.filter(id__in=seasons), SEASON_FIELDS)
    of_entries = edits_of(SeasonTournament.history.filter(season_id__in=seasons), ENTRY_FIELDS)
    names = _tournament_names({edit.values["tournament_id"] for edit in of_entries})
    changes = [
        change
        for key in seasons
        for gesture in gestures_of_seasons(
            [edit for edit in of_seasons if edit.id == key],
            [edit for edit in of_entries if edit.values["season_id"] == key],
        )
        for change in _changes_of(gesture, names)
    ]
    return sorted(changes, key=lambda change: change.at)


def gestures_of_seasons(seasons: Sequence[Edit], entries: Iterable[Edit]) -> Iterator[SeasonGesture]:
    """Group the edits: the season is saved before its tournaments, and deleted after them."""
    gestures = [SeasonGesture(season=edit) for edit in seasons]
    for entry in entries:
        mine = next(
            (gesture for gesture in reversed(gestures) if gesture.season and _saved_with(gesture.season, entry)), None
        )
        if mine is None:
            mine = next(
                (gesture for gesture in gestures if gesture.season and _deleted_with(gesture.season, entry)), None
            )
        if mine is None:
            gestures.append(mine := SeasonGesture())
        mine.entries.append(entry)
    yield from gestures


def _saved_with(season: Edit, entry: Edit) -> bool:
    fits = entry.type is EditType.ADDED if season.type is EditType.ADDED else season.type is EditType.CHANGED
    return fits and season.who == entry.who and season.at <= entry.at <= season.at + ONE_GESTURE


def _deleted_with(season: Edit, entry: Edit) -> bool:
    return season.type is EditType.REMOVED and entry.at <= season.at <= entry.at + ONE_GESTURE


def _changes_of(gesture: SeasonGesture, names: Mapping[int, str]) -> Iterator[SeasonChange]:
    """Yield the change, or nothing if nothing was changed."""
    if gesture.season is None:
        words, edit, row = tell_tournaments(gesture.entries, names), gesture.entries[0], None
    else:
        words, edit, row = tell_season(gesture.season, gesture.entries, names), gesture.season, gesture.season.row
    if words.differences or edit.type is not EditType.CHANGED:
        yield SeasonChange(at=edit.at, who=edit.who, row=row, words=words)


def _tournament_names(keys: Collection[int]) -> dict[int, str]:
    """Return the names of tournaments, with the last name of those deleted for good."""
    names = dict(Tournament.everything.filter(pk__in=keys).values_list("pk", "name"))
    if gone := set(keys) - names.keys():
        last = Tournament.history.filter(id__in=gone).order_by("history_date", "history_id")
        names |= dict(last.values_list("id", "name"))
    return names
