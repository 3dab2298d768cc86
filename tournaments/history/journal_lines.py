"""A line of the journal, and the kinds of lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.history.change_words import Difference


class JournalKind(StrEnum):
    """What a line of the club's journal is about."""

    PEOPLE = "people"
    TOURNAMENTS = "tournaments"
    SEASONS = "seasons"
    CLUB = "club"
    TILL = "till"
    ACCOUNTS = "accounts"
    LOGINS = "logins"
    EXPORTS = "exports"
    GAMES = "games"


KIND_NAMES: Mapping[JournalKind, Promise] = {
    JournalKind.PEOPLE: gettext_lazy("members"),
    JournalKind.TOURNAMENTS: gettext_lazy("tournaments"),
    JournalKind.SEASONS: gettext_lazy("seasons"),
    JournalKind.CLUB: gettext_lazy(
        "the club: name, till, ratings, infractions, rulesets, layouts of files, calendar, website, backups"
    ),
    JournalKind.TILL: gettext_lazy("the club’s money"),
    JournalKind.ACCOUNTS: gettext_lazy("accounts"),
    JournalKind.LOGINS: gettext_lazy("logins"),
    JournalKind.EXPORTS: gettext_lazy("downloads"),
    JournalKind.GAMES: gettext_lazy("free games"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalLine:
    """An event in the reader's language."""

    at: datetime
    who: str
    """The account's name; empty for the program, or somebody at its command line."""
    headline: str
    differences: tuple[Difference, ...] = ()
    tournament: int | None = None
    """The key of the tournament whose history has the details."""
    member: int | None = None
    """The key of the member on whose page the event can be undone."""
