"""The matches of teams: a day is drawn, line-ups are handed in, and a session is published as a round of pairs."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import Manager, Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.refusals import Refused
from tournaments.models import LineUp, MatchDay, Pair, Round, Team, TeamMatch, Tournament
from tournaments.pairing import PairingRefused
from tournaments.pairing.systems import pair_round
from tournaments.records import EntrantId, RoundSettings, System
from tournaments.records.settings_json import USUAL, settings_to_json
from tournaments.records.team_matches import seats_of_match
from tournaments.selectors.draws import order_as_stored
from tournaments.selectors.team_matches import championship_of, line_ups_of, match_days_of, teams_here
from tournaments.wording.refusals import refusal_sentence
from tournaments.wording.team_matches import line_ups_missing, teams_short

from .locking import count_revision_up, lock_tournament
from .rounds import draw, next_round, next_round_number, round_discard, round_publish

Row = TypeVar("Row", bound=Model)


@transaction.atomic
def match_day_draw(
    *, tournament: Tournament, system: System, settings: RoundSettings = USUAL, seed: int | None = None
) -> MatchDay:
    """Draw who meets whom on the next match day, or draw the last one again while it has no line-up.

    A team plays if enough of its pairs are here.
    """
    tournament = _lock(tournament)
    number = tournament.match_format.day_of(next_round_number(tournament))
    days = match_days_of(tournament)
    if days and days[-1].number >= number:
        _refuse_begun(days[-1])
        days.pop().delete()
    last = tournament.rounds.order_by("-number").first()
    if last is not None and last.state != Round.State.CLOSED:
        raise Refused(_("Close round %(round)s first: its results are part of the draw.") % {"round": last.number})
    seed = tournament.seed if seed is None else seed
    request = championship_of(tournament).request(
        number=number, here=_playing(tournament), system=system, settings=settings, seed=seed
    )
    try:
        draft = pair_round(system, request)
    except PairingRefused as refusal:
        names = {entrant.id: entrant.label for entrant in request.entrants}
        raise Refused(refusal_sentence(refusal, names)) from refusal
    day = MatchDay.objects.create(
        tournament=tournament,
        number=number,
        system=system,
        settings=settings_to_json(settings),
        seed=seed,
        order=order_as_stored(request),
    )
    teams = {team.number: team for team in tournament.teams.all()}
    TeamMatch.objects.bulk_create(
        TeamMatch(
            day=day,
            number=at,
            home=teams[table.ns],
            away=None if table.ew is None else teams[table.ew],
            why=[reason.as_json for reason in table.why],
        )
        for at, table in enumerate(draft.tables, start=1)
    )
    count_revision_up(tournament)
    return day


def _playing(tournament: Tournament) -> list[Team]:
    """Return the teams that play. Raise Refused if one has some pairs here, but too few."""
    teams, tables = teams_here(tournament), tournament.match_tables
    short = [(str(row.team), len(row.pairs)) for row in teams if 0 < len(row.pairs) < tables]
    if short:
        raise Refused(teams_short(short, tables))
    playing = [row.team for row in teams if row.pairs]
    if len(playing) < 2:
        raise Refused(_("Fewer than two teams have their pairs here: first tick the pairs that have come."))
    return playing


@transaction.atomic
def match_day_discard(*, day: MatchDay) -> None:
    """Discard the draw of a match day, with its line-ups, as long as none of its rounds is published."""
    tournament = _lock(day.tournament)
    day = _current(tournament.match_days, day)
    for round_ in tournament.rounds.filter(number__in=tournament.match_format.rounds_of(day.number)):
        round_discard(round=round_)
    day.delete()
    count_revision_up(tournament)


def _refuse_begun(day: MatchDay) -> None:
    """Raise Refused if the day has a line-up or a round."""
    rounds = day.tournament.rounds.filter(number__in=day.tournament.match_format.rounds_of(day.number))
    if rounds.exists() or LineUp.objects.filter(match__day=day).exists():
        raise Refused(
            _("Match day %(day)s has line-ups or rounds: discard it first, then draw it again.") % {"day": day.number}
        )


@transaction.atomic
def line_up_set(
    *, match: TeamMatch, session: int, team: Team, pairs: Sequence[int], by_captain: bool = False
) -> LineUp:
    """Hand in a team's line-up for a session: the numbers of its pairs, in the order of the tables.

    The captain may change it until the opponents' line-up is in, too; the referee until the round is published.
    """
    tournament = _lock(match.day.tournament)
    match = _current(TeamMatch.objects.select_related("day", "home", "away"), match)
    if team not in match.teams or match.away is None:
        raise Refused(_("%(team)s does not play this match.") % {"team": team})
    _refuse_published(tournament, match.day, session)
    stored = LineUp.objects.filter(match=match, session=session)
    if by_captain and stored.count() == 2:
        raise Refused(_("Both line-ups are in: only the referee changes one now."))
    members = _members(tournament, team, pairs)
    line_up = stored.filter(team=team).first() or LineUp(match=match, session=session, team=team)
    line_up.pairs, line_up.by_captain = [pair.pk for pair in members], by_captain
    line_up.save()
    count_revision_up(tournament)
    return line_up


@transaction.atomic
def line_up_delete(*, line_up: LineUp) -> None:
    """Take a line-up back, so that it can be handed in again."""
    tournament = _lock(line_up.match.day.tournament)
    line_up = _current(LineUp.objects.select_related("match__day"), line_up)
    _refuse_published(tournament, line_up.match.day, line_up.session)
    line_up.delete()
    count_revision_up(tournament)


def _refuse_published(tournament: Tournament, day: MatchDay, session: int) -> None:
    """Raise Refused if the session is not of the day, or has been published."""
    format_ = tournament.match_format
    if not 1 <= session <= format_.sessions:
        raise Refused(_("A match has %(sessions)s sessions.") % {"sessions": format_.sessions})
    number = format_.round_of(day.number, session)
    if tournament.rounds.filter(number=number).exclude(state=Round.State.DRAFT).exists():
        raise Refused(
            _("Round %(round)s has been published with its line-ups: unpublish it first.") % {"round": number}
        )


def _members(tournament: Tournament, team: Team, pairs: Sequence[int]) -> list[Pair]:
    """Return the pairs of a line-up. Raise Refused unless they are the right number of the team's pairs here."""
    tables = tournament.match_tables
    if len(pairs) != tables or len(set(pairs)) != tables:
        sentence = ngettext(
            "A line-up has %(tables)s pair: one for each table, and none twice.",
            "A line-up has %(tables)s pairs: one for each table, and none twice.",
            tables,
        )
        raise Refused(sentence % {"tables": tables})
    members = {pair.number: pair for pair in team.pairs.filter(status=Pair.Status.ACTIVE)}
    strange = [str(number) for number in pairs if number not in members]
    if strange:
        raise Refused(
            _("Not a pair of %(team)s that is here: %(pairs)s.") % {"team": team, "pairs": ", ".join(strange)}
        )
    return [members[number] for number in pairs]


@transaction.atomic
def session_publish(*, day: MatchDay, session: int, at: datetime, discarding: Collection[int] | None = None) -> Round:
    """Seat the pairs of a session by its line-ups, match by match, and publish the round, as `round_publish` does."""
    tournament = _lock(day.tournament)
    day = _current(tournament.match_days, day)
    _refuse_published(tournament, day, session)
    coming = next_round(tournament)
    if coming.number != tournament.match_format.round_of(day.number, session):
        raise Refused(_("Another round comes first: %(round)s.") % {"round": coming.number})
    seats = _seats(tournament, day, session)
    seated = {entrant for seat in seats for entrant in seat}
    entrants = [
        entrant if entrant.id in seated else replace(entrant, active=False) for entrant in coming.evening.entrants
    ]
    coming = replace(coming, evening=replace(coming.evening, entrants=entrants))
    drawn = draw(coming, system=System.MANUAL, seats=seats, without_open=True, by_line_ups=True)
    return round_publish(round=drawn.round, at=at, discarding=discarding)


def _seats(tournament: Tournament, day: MatchDay, session: int) -> list[tuple[EntrantId, EntrantId]]:
    """Return NS and EW of each table. Raise Refused if a line-up is missing, or cannot play any longer."""
    line_ups = line_ups_of(day, session)
    matches = [match for match in day.matches.select_related("home", "away").order_by("number") if match.away]
    teams = [(match, team) for match in matches for team in match.teams]
    missing = [str(team) for match, team in teams if (match.pk, team.pk) not in line_ups]
    if missing:
        raise Refused(line_ups_missing(missing))
    numbers = dict(tournament.pairs.values_list("pk", "number"))
    chosen: dict[tuple[int, int], list[int]] = {}
    for match, team in teams:
        keys = line_ups[match.pk, team.pk].pairs
        chosen[match.pk, team.pk] = [
            pair.number for pair in _members(tournament, team, [numbers.get(key, 0) for key in keys])
        ]
    return [
        (EntrantId(ns), EntrantId(ew))
        for match in matches
        for ns, ew in seats_of_match(*(chosen[match.pk, team.pk] for team in match.teams))
    ]


def _current(stored: Manager[Row] | QuerySet[Row], row: Row) -> Row:
    """Return the row as it is stored now. Raise Refused if somebody has deleted it since it was read."""
    found = stored.filter(pk=row.pk).first()
    if found is None:
        raise Refused(_("The matches have changed meanwhile, and nothing was saved: look at them once more."))
    return found


def _lock(tournament: Tournament) -> Tournament:
    """Return the tournament, locked. Raise Refused if its teams play no matches."""
    tournament = lock_tournament(tournament.pk)
    if not tournament.plays_matches:
        raise Refused(_("The teams of this tournament play no matches."))
    return tournament
