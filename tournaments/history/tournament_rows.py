"""The historical rows of a tournament: the fields whose changes are told, and the queries that find the rows."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.models import (
    Adjustment,
    EntryTerms,
    Hand,
    Incident,
    Pair,
    PhoneLog,
    Round,
    Single,
    Substitute,
    Table,
    Team,
    Tournament,
)

from .edits import ONE_GESTURE, EditsByKey
from .table_acts import TablesAt, saved_rows, tables_ever
from .time_spans import TimeSpan

TOURNAMENT_FIELDS = (
    *("name", "date", "venue", "ruleset", "options", "hands_per_round", "rounds_planned", "scale", "tie_breaks"),
    *("rest_vp", "rest_mp", "absence_vp", "absence_mp", "missed_rounds", "substitutes_allowed", "entry", "seed"),
    *("kind", "state", "plan", "writing", "round_minutes", "call_minutes", "last_hand_minutes"),
    *("announcement", "check_in_until", "self_check_in", "starts_at", "referees", "deleted_at", "cut_after", "carry"),
    *("own_tables", "podium_shown_at", "called_off_at", "second_language"),
    *("match_tables", "match_sessions", "match_scale"),
)
ROUND_FIELDS = ("number", "system", "settings", "seed", "by_rating", "state", "clocks", "on_paper")
TABLE_FIELDS = (
    *("round_id", "number", "ns_id", "ew_id", "ns_partner_id", "ew_partner_id", "outcome"),
    *("ns_vp_set", "ns_mp_set", "ew_vp_set", "ew_mp_set", "ruling", "ruling_article"),
)
HAND_FIELDS = (
    *("table_id", "number", "end", "ns_entry", "ew_entry", "ns_total", "ew_total"),
    *("ns_set", "ew_set", "set_reason"),
)
PAIR_FIELDS = (
    *("number", "player1_id", "player2_id", "team_id", "fixed_table", "status"),
    *("late_after", "late_reason", "girone"),
)
SUBSTITUTE_FIELDS = ("pair_id", "seat", "player_id", "first_round", "last_round")
TEAM_FIELDS = ("number", "name")
SINGLE_FIELDS = ("player_id",)
ENTRY_FIELDS = ("name1", "name2", "state", "looking")
ENTRY_TERMS_FIELDS = ("is_open", "places", "closes_at", "without_yes", "list_shown")
INCIDENT_FIELDS = (
    *("number", "round", "table", "pairs", "source", "happened_at", "facts", "heard", "articles", "decision"),
    "referee",
)
ADJUSTMENT_FIELDS = ("round_id", "pair_id", "player_id", "mp", "vp", "felt", "reason", "article")


def with_more_seats(rounds: Collection[int], seats: QuerySet[Any], most: int) -> frozenset[int]:
    """Return those of the rounds with more than `most` seats of tables; no more are counted."""
    one_more = seats.filter(round_id=OuterRef("id")).order_by().values("history_id")[most : most + 1]
    found = Round.history.filter(id__in=rounds).alias(one_more=Subquery(one_more)).exclude(one_more=None)
    return frozenset(found.order_by().values_list("id", flat=True))


def _substitute_rows(tournament: int) -> QuerySet[Any]:
    """Return the historical rows of the substitutes. There are few; the tournament of each is looked up."""
    of_pair = Pair.history.filter(id=OuterRef("pair_id")).order_by().values("tournament_id")[:1]
    rows: QuerySet[Any] = Substitute.history.alias(of=Subquery(of_pair)).filter(of=tournament)
    return rows


def _whole(model: type[Any], fields: Sequence[str]) -> EditsByKey:
    """Return what reads all edits of a tournament's rows of this model, of which there are few."""
    return EditsByKey(lambda tournament: model.history.filter(tournament_id=tournament), fields)


ROUND_EDITS = _whole(Round, ROUND_FIELDS)
TEAM_EDITS = _whole(Team, TEAM_FIELDS)
SINGLE_EDITS = _whole(Single, SINGLE_FIELDS)
ADJUSTMENT_EDITS = _whole(Adjustment, ADJUSTMENT_FIELDS)
INCIDENT_EDITS = _whole(Incident, INCIDENT_FIELDS)
ENTRY_TERMS_EDITS = _whole(EntryTerms, ENTRY_TERMS_FIELDS)
SETTINGS_EDITS = EditsByKey(lambda tournament: Tournament.history.filter(id=tournament), TOURNAMENT_FIELDS)
SUBSTITUTE_EDITS = EditsByKey(_substitute_rows, SUBSTITUTE_FIELDS)


def table_rows(tournament: Tournament, stretch: TimeSpan, tables: TablesAt) -> QuerySet[Any]:
    """Return the historical rows, up to the end of the span, of the tables saved or written for within it."""
    if tables.saved is not None and tables.written is not None:
        rows: QuerySet[Any] = Table.history.filter(id__in={*tables.saved, *tables.written})
    else:
        log = PhoneLog.objects.filter(stretch.of("at"), table__round__tournament=tournament)
        written = log.values("table_id") if tables.written is None else tables.written  # equivalent `True`: speed alone
        rows = tables_ever(tournament).filter(Q(id__in=_saved_in(tournament, stretch, tables)) | Q(id__in=written))
    return rows.filter(TimeSpan(until=stretch.until).of("history_date"))


def _saved_in(tournament: Tournament, stretch: TimeSpan, tables: TablesAt) -> Collection[int] | QuerySet[Any]:
    """Return the keys of the tables saved or added late within the span, or the query that finds them."""
    return saved_rows(tournament, stretch).values("id") if tables.saved is None else tables.saved


def hand_rows(tournament: Tournament, stretch: TimeSpan, tables: TablesAt) -> QuerySet[Any]:
    """Return the historical rows of the hands saved with those tables, before them."""
    with_theirs = replace(stretch, since=stretch.since - ONE_GESTURE) if stretch.since else stretch
    saved = Hand.history.filter(with_theirs.of("history_date"), table_id__in=_saved_in(tournament, stretch, tables))
    rows: QuerySet[Any] = Hand.history.filter(id__in=saved.values("id"))
    return rows.filter(TimeSpan(until=stretch.until).of("history_date"))
