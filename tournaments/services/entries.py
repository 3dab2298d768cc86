"""People who enter themselves, and the club's answer to each; whoever may play becomes a pair, and no sooner.

Of several who want the last place at once the tournament's lock lets one go first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from scoring.errors import Refused
from tournaments.errors import EnteredAlready
from tournaments.models import Entry, EntryTerms, Pair, Player, Tournament
from tournaments.people.names import people_key
from tournaments.people.pasted_list import ListedPlayer
from tournaments.records import Kind
from tournaments.selectors.entrants import seated_players
from tournaments.selectors.entries import (
    LIVE,
    Entrance,
    entrance_of,
    free_places,
    known_already,
    terms_of,
)
from tournaments.selectors.members import Members
from tournaments.wording.entries import ENTRANCE_SENTENCES

from .entry_places import entries_settle
from .locking import count_revision_up, lock_tournament
from .pairs import pair_add, pair_change, pair_set_status, tables_of
from .single_players import single_enter
from .singles import single_remove

ENTRIES_COUNT_FOR = timedelta(minutes=10)
MOST_OF_A_SENDER = 20
"""From one address: more than a club's guests send from one hall's connection, far fewer than a script."""
MOST_OF_ALL = 120
TOKEN_LETTERS = 32
"""Of 4 bits each: nobody guesses it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What somebody sent: names as they were typed, one or two, and what the club should know."""

    names: tuple[str, ...]
    club: str
    contact: str
    team: str = ""
    form: str
    """The secret of the form that it was typed in: sent twice, it is the same entry."""
    sender: str
    """Stands for where it came from."""


@transaction.atomic
def entry_terms_set(*, tournament: Tournament, terms: Mapping[str, Any]) -> EntryTerms:
    """Say on what terms people enter themselves; places that become more are filled from the waiting list."""
    tournament = lock_tournament(tournament.pk)
    kept, _created = EntryTerms.objects.update_or_create(tournament=tournament, defaults=dict(terms))
    kept.full_clean()
    _settle(tournament)
    return kept


@transaction.atomic
def entry_make(*, tournament: Tournament, sent: Sent, at: datetime) -> tuple[Entry, str]:
    """Enter people: into a free place, or else onto the waiting list. Answered with the secret of their own link.

    The same form sent twice with the same names is one entry.
    """
    tournament = lock_tournament(tournament.pk)
    key = people_key(sent.names)
    token = _token(tournament, sent.form, key)
    if (before := tournament.entries.filter(token_hash=_hash(token)).first()) is not None:
        return before, token
    terms = terms_of(tournament)
    _refuse_unwanted(tournament, terms, sent, at)
    if known_already(tournament, sent.names):
        raise EnteredAlready(_("These names are entered already. Whoever entered them has a link of their own."))
    entry = Entry(
        tournament=tournament,
        name1=sent.names[0],
        name2=sent.names[1] if len(sent.names) > 1 else "",
        people_key=key,
        club=sent.club,
        contact=sent.contact,
        team=sent.team,
        state=Entry.State.LISTED if free_places(tournament, terms) == 0 else Entry.State.WAITING,
        created_at=at,
        token_hash=_hash(token),
        sender=sent.sender,
    )
    entry.full_clean()
    entry.save()
    _settle(tournament)
    entry.refresh_from_db()
    return entry, token


@transaction.atomic
def entry_withdraw(*, entry: Entry) -> Entry:
    """Whoever entered takes it back by their own link; the place goes to the first of the waiting list."""
    tournament = lock_tournament(entry.tournament_id)
    entry = Entry.objects.select_related("pair", "single").get(pk=entry.pk)
    if entry.state not in LIVE:
        return entry
    if tournament.state != Tournament.State.REGISTRATION:
        raise Refused(_("The tournament has begun: tell the referee."))
    if entry.state == Entry.State.ACCEPTED:
        _give_back(entry)
    entry.state = Entry.State.WITHDRAWN
    entry.save()
    _settle(tournament)
    return entry


@transaction.atomic
def entry_accept(*, entry: Entry, players: Sequence[Player | str] = ()) -> Entry:
    """The club's yes: the names become members, and the pair is entered; who comes alone looks for a partner.

    `players` are those whom the club chose, where a name may mean several.
    """
    tournament = lock_tournament(entry.tournament_id)
    entry = Entry.objects.get(pk=entry.pk)
    if entry.state == Entry.State.ACCEPTED:
        return entry
    _refuse_doubled(entry)
    _accept(tournament, entry, players)
    _settle(tournament)
    return entry


@transaction.atomic
def entries_accept_all(*, tournament: Tournament) -> list[Entry]:
    """The club's yes to everybody who waits for it; answered with those that it has to look at one by one."""
    tournament = lock_tournament(tournament.pk)
    left = _accept_who_can(tournament)
    count_revision_up(tournament)
    return left


@transaction.atomic
def entry_refuse(*, entry: Entry) -> Entry:
    """The club's no to somebody who waits; of somebody who is entered already the pair is withdrawn instead."""
    return _move(entry, Entry.State.REFUSED)


@transaction.atomic
def entry_move_up(*, entry: Entry) -> Entry:
    """Back among those who wait for the yes: from the waiting list past those before it, or after a no."""
    return _move(entry, Entry.State.WAITING)


def entry_of_token(tournament: Tournament, token: str) -> Entry | None:
    """The entry whose own link holds this secret."""
    return tournament.entries.select_related("pair", "tournament").filter(token_hash=_hash(token)).first()


def sender_of(address: str) -> str:
    """What stands for an address in an entry: it tells senders apart, and nobody where they are."""
    return salted_hmac("entry sender", address, algorithm="sha256").hexdigest()[:32]


def _move(entry: Entry, state: Entry.State) -> Entry:
    tournament = lock_tournament(entry.tournament_id)
    entry = Entry.objects.get(pk=entry.pk)
    if entry.state == Entry.State.ACCEPTED:
        raise Refused(_("They are entered already: change or withdraw them among the pairs."))
    if state == Entry.State.WAITING:
        _refuse_doubled(entry)
    entry.state = state
    entry.save()
    _settle(tournament)
    entry.refresh_from_db()
    return entry


def _settle(tournament: Tournament) -> None:
    """Move the waiting list up, and accept at once where the club has waived its yes."""
    entries_settle(tournament)
    if terms_of(tournament).without_yes and tournament.state == Tournament.State.REGISTRATION:
        _accept_who_can(tournament)
    count_revision_up(tournament)


def _accept_who_can(tournament: Tournament) -> list[Entry]:
    """Accept everybody who waits; those with whom something is unclear go on waiting."""
    left = []
    for entry in tournament.entries.filter(state=Entry.State.WAITING):
        try:
            with transaction.atomic():
                _accept(tournament, entry, ())
        except Refused:
            left.append(entry)
    return left


def _accept(tournament: Tournament, entry: Entry, players: Sequence[Player | str]) -> None:
    people: Sequence[Player | str | ListedPlayer] = players or _named(tournament, entry)
    team = entry.team if tournament.kind == Kind.TEAMS else ""
    if (pair := _withdrawn_before(tournament, entry)) is not None:
        entry.pair = pair_set_status(pair=pair, status=Pair.Status.EXPECTED)
        if team:
            pair_change(pair=pair, team=team)
    elif len(people) == 2 or tournament.kind == Kind.INDIVIDUAL:
        entry.pair = pair_add(tournament=tournament, players=people, team=team)
    else:
        entry.single = single_enter(tournament, people[0], seated_players(tournament))
    entry.state = Entry.State.ACCEPTED
    entry.save()


def _named(tournament: Tournament, entry: Entry) -> list[ListedPlayer]:
    """The people by the names they typed; refused where that leaves open who is meant."""
    members, seated = Members(entry.names), seated_players(tournament)
    for name in entry.names:
        person = members.who_is(name, seated=seated, club=entry.club)
        if person.question is not None:
            raise Refused(_("Several members may be meant by %(name)s: say who it is.") % {"name": person.name})
    return [ListedPlayer(name=name, club=entry.club) for name in entry.names]


def _withdrawn_before(tournament: Tournament, entry: Entry) -> Pair | None:
    """The pair of the same people that has withdrawn: it comes back under its number, and what it had sent is past."""
    gone = tournament.pairs.filter(status=Pair.Status.WITHDRAWN).select_related("player1", "player2")
    for pair in gone:
        if people_key(str(player) for player in pair.players) == entry.people_key:
            for earlier in pair.entries.exclude(pk=entry.pk):
                earlier.pair = None
                earlier.save()
            return pair
    return None


def _give_back(entry: Entry) -> None:
    if entry.pair is not None:
        if entry.pair.status != Pair.Status.WITHDRAWN and tables_of(entry.pair).exists():
            raise Refused(_("The first round is being drawn: tell the referee."))
        pair_set_status(pair=entry.pair, status=Pair.Status.WITHDRAWN)
    elif entry.single is not None:
        single, entry.single = entry.single, None
        entry.save()
        single_remove(single=single)
    else:
        raise Refused(_("You have a partner already: tell the club that you are not coming."))


def _refuse_unwanted(tournament: Tournament, terms: EntryTerms, sent: Sent, at: datetime) -> None:
    entrance = entrance_of(tournament, terms, at)
    if entrance is not Entrance.OPEN:
        raise Refused(str(ENTRANCE_SENTENCES[entrance.value]))
    recent = tournament.entries.filter(created_at__gt=at - ENTRIES_COUNT_FOR)
    if recent.filter(sender=sent.sender).count() >= MOST_OF_A_SENDER or recent.count() >= MOST_OF_ALL:
        raise Refused(_("Too many entries are coming from here at once: try again in ten minutes, or tell the club."))


def _refuse_doubled(entry: Entry) -> None:
    others = Entry.objects.filter(tournament=entry.tournament_id, people_key=entry.people_key, state__in=LIVE)
    if others.exclude(pk=entry.pk).exists():
        raise Refused(_("These people have another entry by now: look at that one."))


def _token(tournament: Tournament, form: str, key: str) -> str:
    """The same for the same names in the same form: who sends twice gets the same link."""
    return salted_hmac("entry", f"{tournament.pk}/{form}/{key}", algorithm="sha256").hexdigest()[:TOKEN_LETTERS]


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
