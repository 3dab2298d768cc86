"""The entries that people send, and the club's answers; only an accepted entry becomes a pair.

If several people want the last place, the tournament's lock lets one go first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Entry, EntryTerms, Pair, Player, Tournament
from tournaments.people.names import name_key, people_key
from tournaments.people.persons import ListedPlayer
from tournaments.records import Kind
from tournaments.records.club_messages import MessageKind
from tournaments.selectors.entrants import seated_players
from tournaments.selectors.entries import (
    LIVE,
    SENT,
    Entrance,
    entrance_of,
    free_places,
    known_already,
    terms_of,
)
from tournaments.selectors.entry_conflicts import OPEN, conflicts_among
from tournaments.selectors.entry_doubles import likely_members
from tournaments.selectors.members import Members, described
from tournaments.services.refusals import EnteredAlready
from tournaments.wording.entries import ENTERED_ALREADY, ENTRANCE_SENTENCES, conflict_in_words, plays_already

from .entry_members import members_unmake
from .entry_places import entries_settle, offer_end
from .entry_tokens import entry_token, token_hash_of
from .locking import count_revision_up, lock_tournament
from .mails import mail_to_entry
from .pairs import pair_change, pair_delete, pair_enter, pair_set_status, tables_of
from .singles import single_remove
from .singles_list import single_enter

ENTRIES_COUNT_FOR = timedelta(minutes=10)
MOST_OF_A_SENDER = 20
"""From one address: more than guests send from a hall's connection, far fewer than a script."""
MOST_OF_ALL = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class SentEntry:
    """An entry as it was sent: one or two names as typed, and what the club should know."""

    names: tuple[str, ...]
    club: str
    contact: str
    team: str = ""
    looking: bool = False
    """Whether a player alone wants to be shown as looking for a partner."""
    form: str
    """The secret of the form; a form sent twice is one entry."""
    sender: str
    """The mark of the sender's address."""
    mail: bool = False
    """Whether they agree to emails about this evening."""


@transaction.atomic
def entry_terms_set(*, tournament: Tournament, terms: Mapping[str, Any]) -> EntryTerms:
    """Set the terms of entry; if there are more places now, the waiting list fills them."""
    tournament = lock_tournament(tournament.pk)
    stored, _created = EntryTerms.objects.update_or_create(tournament=tournament, defaults=dict(terms))
    stored.full_clean()
    settle_and_accept(tournament)
    return stored


@transaction.atomic
def entry_make(*, tournament: Tournament, sent: SentEntry, at: datetime) -> tuple[Entry, str]:
    """Add an entry, in a free place or else on the waiting list. Return it with the token of its own link.

    A form sent twice with the same names is one entry.
    """
    tournament = lock_tournament(tournament.pk)
    key = people_key(sent.names)
    token = entry_token(tournament, sent.form, key)
    if (before := tournament.entries.filter(token_hash=token_hash_of(token)).first()) is not None:
        return before, token
    terms = terms_of(tournament)
    refuse_unwanted(tournament, terms, sent, at)
    if known_already(tournament, sent.names):
        raise EnteredAlready(str(ENTERED_ALREADY))
    is_full = free_places(tournament, terms) == 0
    entry = Entry(
        tournament=tournament,
        name1=sent.names[0],
        name2=sent.names[1] if len(sent.names) > 1 else "",
        people_key=key,
        club=sent.club,
        contact=sent.contact,
        mail_consent_at=at if sent.mail else None,
        team=sent.team,
        looking=sent.looking and len(sent.names) == 1 and tournament.kind != Kind.INDIVIDUAL,
        state=Entry.State.LISTED if is_full else Entry.State.WAITING,
        created_at=at,
        token_hash=token_hash_of(token),
        sender=sent.sender,
    )
    *_before, conflict = conflicts_among(tournament, [*tournament.entries.filter(state__in=OPEN), entry])
    if conflict is not None and conflict.pair is not None:
        raise EnteredAlready(plays_already(conflict.name))
    if conflict is not None:
        entry.state = Entry.State.LISTED
    entry.full_clean()
    entry.save()
    settle_and_accept(tournament)
    entry.refresh_from_db()
    return entry, token


@transaction.atomic
def entry_withdraw(*, entry: Entry) -> Entry:
    """Withdraw an entry by its own link; its place goes to the first on the waiting list."""
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
    settle_and_accept(tournament)
    return entry


@transaction.atomic
def entry_accept(*, entry: Entry, players: Sequence[Player | str] = ()) -> Entry:
    """Accept an entry: the names become members, and the pair is entered; a single player looks for a partner.

    `players` are the members chosen by the club, if a name matches several.
    """
    tournament = lock_tournament(entry.tournament_id)
    entry = Entry.objects.get(pk=entry.pk)
    if entry.state == Entry.State.ACCEPTED:
        return entry
    _refuse_answers(entry)
    _refuse_doubled(entry)
    if not players and (alike := likely_members(tournament, [entry]).get(entry.pk)) and alike.member:
        facts = {"name": alike.name, "member": described(alike.member)}
        raise Refused(_("%(name)s is nearly %(member)s: say who it is.") % facts)
    _accept(tournament, entry, players)
    settle_and_accept(tournament)
    return entry


@transaction.atomic
def entries_accept_all(*, tournament: Tournament) -> list[Entry]:
    """Accept all waiting entries. Return those that need a decision of the club."""
    tournament = lock_tournament(tournament.pk)
    left = _accept_who_can(tournament)
    count_revision_up(tournament)
    return left


@transaction.atomic
def entries_take_out(*, tournament: Tournament, sender: str) -> list[Entry]:
    """Remove the entries of this sender, with their pairs and the members created for them.

    Return those that stay because somebody has paid or has a seat.
    """
    tournament = lock_tournament(tournament.pk)
    stay = []
    for entry in tournament.entries.select_related("pair", "single").filter(sender=sender, state__in=SENT):
        try:
            with transaction.atomic():
                _take_out(entry)
        except Refused:
            stay.append(entry)
    settle_and_accept(tournament)
    return stay


@transaction.atomic
def entry_refuse(*, entry: Entry) -> Entry:
    """Refuse an entry that is waiting. A pair that is already entered is withdrawn instead."""
    return _move(entry, Entry.State.REFUSED)


@transaction.atomic
def entry_move_up(*, entry: Entry) -> Entry:
    """Move an entry up to those waiting for approval: past others on the waiting list, or after a refusal."""
    return _move(entry, Entry.State.WAITING)


def _move(entry: Entry, state: Entry.State) -> Entry:
    tournament = lock_tournament(entry.tournament_id)
    entry = Entry.objects.get(pk=entry.pk)
    if entry.state == Entry.State.ACCEPTED:
        raise Refused(_("They have already been entered: change or withdraw them among the pairs."))
    _refuse_answers(entry)
    if state == Entry.State.WAITING:
        _refuse_doubled(entry)
        _refuse_forgotten(entry)
        _refuse_conflict(tournament, entry)
    entry.state = state
    entry.save()
    settle_and_accept(tournament)
    entry.refresh_from_db()
    return entry


def settle_and_accept(tournament: Tournament) -> None:
    """Move the waiting list up, and accept the entries if the club's approval is not needed, inside a transaction."""
    entries_settle(tournament)
    if terms_of(tournament).without_yes and tournament.state == Tournament.State.REGISTRATION:
        _accept_who_can(tournament)
    count_revision_up(tournament)


def _accept_who_can(tournament: Tournament) -> list[Entry]:
    """Accept the waiting entries. Return those that stay waiting because something is unclear."""
    left = []
    waiting = list(tournament.entries.filter(state=Entry.State.WAITING))
    alike = likely_members(tournament, waiting)
    for entry in waiting:
        if entry.pk in alike:
            left.append(entry)
            continue
        try:
            with transaction.atomic():
                _accept(tournament, entry, ())
        except Refused:
            left.append(entry)
    return left


def _accept(tournament: Tournament, entry: Entry, players: Sequence[Player | str]) -> None:
    _refuse_forgotten(entry)
    people: Sequence[Player | str | ListedPlayer] = players or _named(tournament, entry)
    newest = Player.objects.aggregate(Max("pk"))["pk__max"] or 0
    team = entry.team if tournament.has_teams else ""
    if (pair := _withdrawn_before(tournament, entry)) is not None:
        entry.pair = pair_set_status(pair=pair, status=Pair.Status.EXPECTED)
        if team:
            pair_change(pair=pair, team=team)
    elif len(people) == 2 or tournament.kind == Kind.INDIVIDUAL:
        entry.pair = pair_enter(tournament, people, team=team)
    else:
        entry.single = single_enter(tournament, people[0], seated_players(tournament))
    # A player may have been accepted alone before.
    made = {key for key, is_made in ((entry.member1_id, entry.made1), (entry.member2_id, entry.made2)) if is_made}
    entry.member1, entry.member2 = _members(entry)
    keys = (entry.member1_id, entry.member2_id)
    entry.made1, entry.made2 = (key is not None and (key > newest or key in made) for key in keys)
    entry.state = Entry.State.ACCEPTED
    entry.save()
    mail_to_entry(entry, MessageKind.CONFIRMATION)


def _named(tournament: Tournament, entry: Entry) -> list[ListedPlayer]:
    """Return the people with the names typed. Raise Refused if a name leaves open who is meant."""
    members, seated = Members(entry.names), seated_players(tournament)
    for name in entry.names:
        person = members.who_is(name, seated=seated, club=entry.club)
        if person.question is not None:
            raise Refused(_("Several members match %(name)s: say which one it is.") % {"name": person.name})
    return [ListedPlayer(name=name, club=entry.club) for name in entry.names]


def _members(entry: Entry) -> tuple[Player | None, Player | None]:
    """Return the members of the entry's names, in their order, which may differ from the pair's."""
    if entry.pair is None:
        assert entry.single is not None
        return entry.single.player, None
    first, second = entry.pair.player1, entry.pair.player2
    if second is not None and name_key(entry.name1) == name_key(str(second)):
        return second, first
    return first, second


def _withdrawn_before(tournament: Tournament, entry: Entry) -> Pair | None:
    """Return the withdrawn pair of the same people, which comes back under its number without its earlier entries."""
    gone = tournament.pairs.filter(status=Pair.Status.WITHDRAWN).select_related("player1", "player2")
    for pair in gone:
        if people_key(str(player) for player in pair.players) == entry.people_key:
            for earlier in pair.entries.exclude(pk=entry.pk):
                earlier.pair = None
                earlier.save()
            return pair
    return None


def _take_out(entry: Entry) -> None:
    """Remove an entry, with its pair if it was accepted. Raise Refused if something depends on the pair."""
    if entry.answers_id is not None:
        offer_end(entry, Entry.State.REFUSED)
        return
    pair, single = entry.pair, entry.single
    entry.state, entry.pair, entry.single = Entry.State.REFUSED, None, None
    entry.save()
    if single is not None:
        single_remove(single=single)
    if pair is not None:
        pair_delete(pair=pair)
    members_unmake(entry)


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
        raise Refused(_("You already have a partner: tell the club that you are not coming."))


def refuse_unwanted(tournament: Tournament, terms: EntryTerms, sent: SentEntry, at: datetime) -> None:
    """Raise Refused if nobody can enter now, or if too many entries come from there."""
    entrance = entrance_of(tournament, terms, at)
    if entrance is not Entrance.OPEN:
        raise Refused(str(ENTRANCE_SENTENCES[entrance.value]))
    recent = tournament.entries.filter(created_at__gt=at - ENTRIES_COUNT_FOR)
    if recent.filter(sender=sent.sender).count() >= MOST_OF_A_SENDER or recent.count() >= MOST_OF_ALL:
        raise Refused(_("Too many entries are coming from here at once: try again in ten minutes, or tell the club."))


def _refuse_answers(entry: Entry) -> None:
    if entry.answers_id is not None:
        raise Refused(_("This is an offer to somebody who is looking for a partner: answer it below that entry."))


def _refuse_doubled(entry: Entry) -> None:
    others = Entry.objects.filter(tournament=entry.tournament_id, people_key=entry.people_key, state__in=LIVE)
    if others.exclude(pk=entry.pk).exists():
        raise Refused(_("These people now have another entry: look at that one."))


def _refuse_conflict(tournament: Tournament, entry: Entry) -> None:
    others = tournament.entries.filter(state__in=OPEN)
    before = [other for other in others if (other.created_at, other.pk) < (entry.created_at, entry.pk)]
    *_before, conflict = conflicts_among(tournament, [*before, entry])
    if conflict is not None:
        raise Refused(conflict_in_words(conflict.name, conflict.pair.number if conflict.pair else None))


def _refuse_forgotten(entry: Entry) -> None:
    if Player.objects.filter(pk__in=[entry.member1_id, entry.member2_id], forgotten=True).exists():
        raise Refused(_("One of these people has asked to be forgotten: enter the other one among the pairs."))
