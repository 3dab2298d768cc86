"""What happened to seasons, read from the histories of their rows: one line for each press of a button.

A season that was deleted is still told of: the histories outlive it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tournaments.models import Season, SeasonTournament, Tournament

from .edits import ONE_GESTURE, Edit, EditType, edits_of
from .season_sentences import tell_season, tell_tournaments
from .told import ChangeInWords

SEASON_FIELDS = ("name", "rule", "public")
ENTRY_FIELDS = ("season_id", "tournament_id", "weight")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonChange:
    """What one press of a button did to a season."""

    at: datetime
    who: str
    row: int | None
    """The key of the season's own row; None where only a tournament of it went away."""
    words: ChangeInWords


@dataclass(slots=True)
class _Gesture:
    """The edit of the season, if there is one, and those of its tournaments that were made with it."""

    season: Edit | None = None
    entries: list[Edit] = field(default_factory=list)


def season_changes(seasons: Collection[int]) -> list[SeasonChange]:
    """Everything that ever happened to the seasons of these keys, oldest first. Four queries at most."""
    of_seasons = edits_of(Season.history.filter(id__in=seasons), SEASON_FIELDS)
    of_entries = edits_of(SeasonTournament.history.filter(season_id__in=seasons), ENTRY_FIELDS)
    names = _tournament_names({edit.values["tournament_id"] for edit in of_entries})
    told = [
        change
        for key in seasons
        for gesture in _gestures(
            [edit for edit in of_seasons if edit.id == key],
            [edit for edit in of_entries if edit.values["season_id"] == key],
        )
        for change in _told(gesture, names)
    ]
    return sorted(told, key=lambda change: change.at)


def _gestures(seasons: Sequence[Edit], entries: Iterable[Edit]) -> Iterator[_Gesture]:
    """The season is saved before its tournaments, and deleted after them."""
    gestures = [_Gesture(season=edit) for edit in seasons]
    for entry in entries:
        mine = next((each for each in reversed(gestures) if each.season and _saved_with(each.season, entry)), None)
        if mine is None:
            mine = next((each for each in gestures if each.season and _deleted_with(each.season, entry)), None)
        if mine is None:
            gestures.append(mine := _Gesture())
        mine.entries.append(entry)
    yield from gestures


def _saved_with(season: Edit, entry: Edit) -> bool:
    fits = entry.type is EditType.ADDED if season.type is EditType.ADDED else season.type is EditType.CHANGED
    return fits and season.who == entry.who and season.at <= entry.at <= season.at + ONE_GESTURE


def _deleted_with(season: Edit, entry: Edit) -> bool:
    return season.type is EditType.REMOVED and entry.at <= season.at <= entry.at + ONE_GESTURE


def _told(gesture: _Gesture, names: Mapping[int, str]) -> Iterator[SeasonChange]:
    """Nothing where somebody saved everything as it was."""
    if gesture.season is None:
        words, edit, row = tell_tournaments(gesture.entries, names), gesture.entries[0], None
    else:
        words, edit, row = tell_season(gesture.season, gesture.entries, names), gesture.season, gesture.season.row
    if words.differences or edit.type is not EditType.CHANGED:
        yield SeasonChange(at=edit.at, who=edit.who, row=row, words=words)


def _tournament_names(keys: Collection[int]) -> dict[int, str]:
    """Of those that were deleted for good, the name that they had last."""
    names = dict(Tournament.everything.filter(pk__in=keys).values_list("pk", "name"))
    if gone := set(keys) - names.keys():
        last = Tournament.history.filter(id__in=gone).order_by("history_date", "history_id")
        names |= dict(last.values_list("id", "name"))
    return names
