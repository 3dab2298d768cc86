"""The journal, read from the histories of rows, the access log, and entries of its own.

One query searches all of them, page by page; only the lines of a page are put into words.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import BigIntegerField, CharField, F, Model, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast
from django.utils import timezone

from accounts.models import Access, Account, JournalEntry
from scoring.models import ClubRuleset, FreeGame
from tournaments.history import calendar_sentences as calendar
from tournaments.history import fee_sentences, message_sentences, till_sentences
from tournaments.history import journal_sentences as sentences
from tournaments.history.edits import Edit, EditType, edits_of, gestures_of
from tournaments.history.seasons import season_changes
from tournaments.models import (
    OF_A_LIST,
    CashCount,
    Club,
    ClubMessage,
    ClubPlan,
    EveningSeries,
    FileLayout,
    Infraction,
    Membership,
    MembershipFee,
    Player,
    PlayerMerge,
    Receipt,
    Season,
    SeriesDay,
    TillMovement,
    Tournament,
)

from .journal_lines import JournalKind, JournalLine

Lines = Iterable[tuple[int, JournalLine]]
"""Each with the key of the row that it comes from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalSource:
    """A table from which the journal is read."""

    kind: JournalKind
    rows: Callable[[], "QuerySet[Any]"]
    key: str = "pk"
    at: str
    who: str = ""
    """The path to the name of the author; empty if there is none."""
    about: tuple[str, ...]
    """The fields that a search reads."""
    tell: Callable[[Collection[int]], Lines]
    """The lines of some rows: none for a row without a change, one for several rows of one press."""


def journal(*, kind: str = "", who: str = "", text: str = "") -> "QuerySet[Any]":
    """Return the events, newest first, as `(when, source, key)`; `lines_of` puts them into words."""
    parts = [
        _matching_rows(name, source, who=who, words=text.split())
        for name, source in SOURCES.items()
        if kind in ("", source.kind)
    ]
    everything: QuerySet[Any] = parts[0].union(*parts[1:], all=True)
    return everything.order_by("-moment", "-row")


def lines_of(rows: Sequence[tuple[Any, str, int]]) -> list[JournalLine]:
    """Return the lines of a page of `journal`, in its order, with at most two queries for each source."""
    lines: dict[tuple[str, int], JournalLine] = {}
    for name, source in SOURCES.items():
        keys = {key for _at, of, key in rows if of == name}
        if keys:
            lines |= {(name, key): line for key, line in source.tell(keys)}
    return [lines[name, key] for _at, name, key in rows if (name, key) in lines]


def _matching_rows(name: str, source: JournalSource, *, who: str, words: Sequence[str]) -> "QuerySet[Any]":
    rows: QuerySet[Any] = source.rows().order_by()
    if who:
        rows = rows.filter(**{source.who: who}) if source.who else rows.none()
    places = [*source.about, *([source.who] if source.who else [])]
    for word in words:
        rows = rows.filter(reduce(or_, (Q(**{f"{place}__icontains": word}) for place in places)))
    moments: QuerySet[Any] = rows.annotate(
        moment=F(source.at), source=Value(name, CharField()), row=Cast(source.key, BigIntegerField())
    )
    return moments.values_list("moment", "source", "row")


def _of_history(
    kind: JournalKind,
    model: Any,
    fields: tuple[str, ...],
    *,
    tell: Callable[[Any], JournalLine],
    rows: Callable[[], "QuerySet[Any]"] | None = None,
    about: tuple[str, ...] = ("name",),
    gestures: bool = False,
) -> JournalSource:
    """Return a source for the history of a model's rows, edit by edit or grouped by press of a button."""
    key = model._meta.pk.attname

    def lines(keys: Collection[int]) -> Lines:
        ever = model.history.filter(**{f"{key}__in": model.history.filter(history_id__in=keys).values(key)})
        edits = [edit for edit in edits_of(ever, fields) if edit.row in keys]
        if gestures:
            return ((gesture[-1].row, tell(gesture)) for gesture in gestures_of(edits))
        return ((edit.row, tell(edit)) for edit in edits if edit.type is not EditType.CHANGED or edit.changed)

    return JournalSource(
        kind=kind,
        rows=rows or model.history.all,
        key="history_id",
        at="history_date",
        who="history_user__username",
        about=about,
        tell=lines,
    )


def _of_entries(
    kind: JournalKind, *events: JournalEntry.Event, tell: Callable[[Collection[int]], Lines] | None = None
) -> JournalSource:
    return JournalSource(
        kind=kind,
        rows=JournalEntry.objects.filter(event__in=events).all,
        at="at",
        who="who",
        about=("about",),
        tell=tell or _of_rows(JournalEntry, sentences.tell_entry),
    )


def _of_rows(model: type[Model], tell: Callable[[Any], JournalLine]) -> Callable[[Collection[int]], Lines]:
    def lines(keys: Collection[int]) -> Lines:
        return ((row.pk, tell(row)) for row in model._default_manager.filter(pk__in=keys))

    return lines


def _with_merges(keys: Collection[int]) -> Lines:
    """Return lines about members; a merge gets the link to undo it, as long as that is possible."""
    entries = list(JournalEntry.objects.filter(pk__in=keys))
    merged = [entry.about for entry in entries if entry.event == JournalEntry.Event.MERGED and entry.about.isdecimal()]
    now = timezone.now()
    members = {
        str(merge.pk): merge.kept_id for merge in PlayerMerge.objects.filter(pk__in=merged) if merge.can_be_parted(now)
    }
    return (
        (entry.pk, sentences.tell_entry(entry, member=members.get(entry.about) if entry.about in merged else None))
        for entry in entries
    )


def _of_seasons(keys: Collection[int]) -> Lines:
    """Return the lines of seasons, with the tournaments saved with them."""
    seasons = set(Season.history.filter(history_id__in=keys).values_list("id", flat=True))
    changes = season_changes(seasons)
    return (
        (change.row, sentences.tell_season(change))
        for change in changes
        if change.row is not None and change.row in keys  # equivalent `change.row in keys`: no key is None
    )


def _comings_and_goings() -> "QuerySet[Any]":
    """Return the creation, deletion and restoration of tournaments; their own histories tell the rest."""
    history = Tournament.history.all()
    before = history.filter(id=OuterRef("id"), history_id__lt=OuterRef("history_id")).order_by("-history_id")
    came_back = Q(history_type=EditType.CHANGED, deleted_at__isnull=True, deleted_before__isnull=False)
    rows: QuerySet[Any] = history.annotate(deleted_before=Subquery(before.values("deleted_at")[:1])).filter(
        ~Q(history_type=EditType.CHANGED) | Q(deleted_at__isnull=False) | came_back
    )
    return rows


def _named_or_set() -> "QuerySet[Any]":
    """Return the rows of a named club: before its name was set there was no club to change."""
    rows: QuerySet[Any] = Club.history.exclude(history_type=EditType.ADDED, name="")
    return rows


def _players_one_by_one() -> "QuerySet[Any]":
    """Return single changes of members; imported lists have a line of their own."""
    rows: QuerySet[Any] = Player.history.exclude(history_change_reason__startswith=OF_A_LIST)
    return rows


def _books_one_by_one() -> "QuerySet[Any]":
    """Return single changes of the book; imported lists have a line of their own."""
    rows: QuerySet[Any] = Membership.history.exclude(history_change_reason__startswith=OF_A_LIST)
    return rows


def _of_club(edit: Edit) -> JournalLine:
    of_fees = {"membership_starts", "membership_fees"}.intersection(edit.changed)
    return fee_sentences.tell_fee_terms(edit) if of_fees else sentences.tell_club(edit)


def _days_left_out() -> "QuerySet[Any]":
    """Return the rows of days left out and taken back; the tournaments made on the others have lines of their own."""
    rows: QuerySet[Any] = SeriesDay.history.filter(tournament__isnull=True)
    return rows


SOURCES: Mapping[str, JournalSource] = {
    "player": _of_history(
        JournalKind.PEOPLE,
        Player,
        sentences.PLAYER_FIELDS,
        rows=_players_one_by_one,
        about=("last_name", "first_name", "club", "card"),
        gestures=True,
        tell=sentences.tell_players,
    ),
    "membership": _of_history(
        JournalKind.PEOPLE,
        Membership,
        sentences.MEMBERSHIP_FIELDS,
        rows=_books_one_by_one,
        about=("player__last_name", "player__first_name"),
        tell=sentences.tell_membership,
    ),
    "fee": _of_history(
        JournalKind.TILL,
        MembershipFee,
        fee_sentences.FEE_FIELDS,
        about=("player__last_name", "player__first_name"),
        tell=fee_sentences.tell_fee,
    ),
    "people": _of_entries(
        JournalKind.PEOPLE,
        JournalEntry.Event.FORGOTTEN,
        JournalEntry.Event.MERGED,
        JournalEntry.Event.PARTED,
        JournalEntry.Event.LIST_IMPORTED,
        JournalEntry.Event.LIST_UNDONE,
        JournalEntry.Event.LEAVERS_CLEARED,
        tell=_with_merges,
    ),
    "tournament": _of_history(
        JournalKind.TOURNAMENTS,
        Tournament,
        sentences.TOURNAMENT_FIELDS,
        rows=_comings_and_goings,
        tell=sentences.tell_tournament,
    ),
    "season": JournalSource(
        kind=JournalKind.SEASONS,
        rows=Season.history.all,
        key="history_id",
        at="history_date",
        who="history_user__username",
        about=("name",),
        tell=_of_seasons,
    ),
    "club": _of_history(JournalKind.CLUB, Club, sentences.CLUB_FIELDS, rows=_named_or_set, tell=_of_club),
    "infraction": _of_history(
        JournalKind.CLUB, Infraction, sentences.INFRACTION_FIELDS, about=("title",), tell=sentences.tell_infraction
    ),
    "ruleset": _of_history(JournalKind.CLUB, ClubRuleset, sentences.RULESET_FIELDS, tell=sentences.tell_ruleset),
    "layout": _of_history(JournalKind.CLUB, FileLayout, sentences.LAYOUT_FIELDS, tell=sentences.tell_layout),
    "message": _of_history(
        JournalKind.CLUB,
        ClubMessage,
        message_sentences.MESSAGE_FIELDS,
        about=("text",),
        tell=message_sentences.tell_text,
    ),
    "plan": _of_history(JournalKind.CLUB, ClubPlan, sentences.PLAN_FIELDS, tell=sentences.tell_plan),
    "series": _of_history(JournalKind.CLUB, EveningSeries, calendar.SERIES_FIELDS, tell=calendar.tell_series),
    "series_day": _of_history(
        JournalKind.CLUB,
        SeriesDay,
        calendar.DAY_FIELDS,
        rows=_days_left_out,
        about=("series__name",),
        tell=calendar.tell_day,
    ),
    "account": _of_history(
        JournalKind.ACCOUNTS,
        Account,
        sentences.ACCOUNT_FIELDS,
        about=("user__username",),
        tell=sentences.tell_account,
    ),
    "receipt": _of_history(
        JournalKind.TILL, Receipt, sentences.RECEIPT_FIELDS, about=("payer", "reason"), tell=sentences.tell_receipt
    ),
    "movement": _of_history(
        JournalKind.TILL,
        TillMovement,
        till_sentences.MOVEMENT_FIELDS,
        about=("kind", "note"),
        tell=till_sentences.tell_movement,
    ),
    "cash": _of_history(
        JournalKind.TILL, CashCount, till_sentences.COUNT_FIELDS, about=("note",), tell=till_sentences.tell_count
    ),
    "mail": _of_entries(
        JournalKind.CLUB,
        *(JournalEntry.Event.MAILED, JournalEntry.Event.MAIL_TESTED),
        *(JournalEntry.Event.MAIL_AGAIN, JournalEntry.Event.MAIL_DROPPED),
        *(JournalEntry.Event.MAIL_STOPPED, JournalEntry.Event.MAIL_RESUMED),
    ),
    "backups": _of_entries(JournalKind.CLUB, JournalEntry.Event.BACKUP_FOLDER),
    "line": _of_entries(JournalKind.CLUB, JournalEntry.Event.PUT_ONLINE, JournalEntry.Event.TAKEN_OFFLINE),
    "export": _of_entries(
        JournalKind.EXPORTS,
        *(JournalEntry.Event.EXPORT, JournalEntry.Event.RANKING_EXPORT),
        *(JournalEntry.Event.MEMBERS_EXPORT, JournalEntry.Event.CONTACTS_EXPORT, JournalEntry.Event.BOOK_EXPORT),
        JournalEntry.Event.OWN_DATA_EXPORT,
    ),
    "entry": _of_entries(
        JournalKind.ACCOUNTS,
        JournalEntry.Event.LINK,
        JournalEntry.Event.OPENED,
        JournalEntry.Event.SHUT,
        JournalEntry.Event.LOGGED_OUT,
        JournalEntry.Event.PASSWORD,
        JournalEntry.Event.CODE_ON,
        JournalEntry.Event.CODE_OFF,
        JournalEntry.Event.TOKEN_MADE,
        JournalEntry.Event.TOKEN_REVOKED,
    ),
    "access": JournalSource(
        kind=JournalKind.LOGINS,
        rows=Access.objects.all,
        at="at",
        who="name",
        about=("address",),
        tell=_of_rows(Access, sentences.tell_access),
    ),
    "game": JournalSource(
        kind=JournalKind.GAMES,
        rows=FreeGame.objects.all,
        at="started_at",
        about=("ruleset_name",),
        tell=_of_rows(FreeGame, sentences.tell_game),
    ),
}
"""The sources by the name that a row of `journal` carries."""
