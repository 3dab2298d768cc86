"""The entries of a tournament: whether it is open to them, the places left, and who has entered."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, Q

from tournaments.models import Entry, EntryTerms, Pair, SpecialPrize, TillTerms, Tournament, public_name_of
from tournaments.people.names import people_key
from tournaments.records import Kind
from tournaments.wording.prizes import fee_in_words

from .entrants import PLAYERS
from .pair_lists import entered_pairs
from .till import prizes_of_terms, till_in_use

CROWD = 6
"""The number of entries from one sender from which the sender is pointed out."""

LIVE = (Entry.State.WAITING, Entry.State.ACCEPTED, Entry.State.LISTED)
"""The states of an entry whose people want to play."""
SENT = (*LIVE, Entry.State.PROPOSED)
"""The states of an entry that whoever sent it may still want."""


class Entrance(StrEnum):
    """The possibility for people to enter a tournament themselves."""

    OPEN = "open"
    OFF = "off"
    """The club does not want it for this tournament."""
    CLOSED = "closed"
    """The time is up."""
    BEGUN = "begun"
    """The tournament has begun."""
    CALLED_OFF = "called_off"
    """The evening does not take place."""


def is_alone(tournament: Tournament, entry: Entry) -> bool:
    """Return whether the entry is of a player who has no partner yet, where partners are needed. No query."""
    if tournament.kind == Kind.INDIVIDUAL or entry.name2 or entry.state not in LIVE:
        return False
    return entry.state != Entry.State.ACCEPTED or entry.single_id is not None


def terms_of(tournament: Tournament) -> EntryTerms:
    """Return the tournament's terms; if there are none, a row that is not stored. One query."""
    return EntryTerms.objects.filter(tournament=tournament).first() or EntryTerms(tournament=tournament)


def entrance_of(tournament: Tournament, terms: EntryTerms, at: datetime) -> Entrance:
    """Return whether people can enter themselves at that moment. No query."""
    if tournament.called_off_at is not None:
        return Entrance.CALLED_OFF
    if not terms.is_open:
        return Entrance.OFF
    if tournament.state != Tournament.State.REGISTRATION:
        return Entrance.BEGUN
    closed = terms.closes_at is not None and at >= terms.closes_at
    return Entrance.CLOSED if closed else Entrance.OPEN


def free_places(tournament: Tournament, terms: EntryTerms) -> int | None:
    """Return the number of places left by pairs and waiting entries, or None if there is no limit.

    Two queries; none without a limit.
    """
    return None if terms.places is None else free_places_of([terms])[tournament.pk]


def free_places_of(terms: Iterable[EntryTerms]) -> dict[int, int | None]:
    """Return the places left in several tournaments, by their keys. Two queries."""
    limits = {row.tournament_id: row.places for row in terms}
    entered = Pair.objects.filter(tournament__in=limits).exclude(status=Pair.Status.WITHDRAWN)
    holding = Entry.objects.filter(tournament__in=limits, state=Entry.State.WAITING)
    taken = Counter[int]()
    for taking in (entered, holding.filter(Q(tournament__kind=Kind.INDIVIDUAL) | ~Q(name2=""))):
        counted = taking.order_by().values_list("tournament").annotate(Count("pk"))
        taken.update(dict(counted))
    return {key: None if most is None else max(0, most - taken[key]) for key, most in limits.items()}


def known_already(tournament: Tournament, names: Sequence[str]) -> bool:
    """Return whether these people have an entry already, or were entered by the club. Two queries."""
    key = people_key(names)
    if tournament.entries.filter(people_key=key, state__in=LIVE).exists():
        return True
    entered = entered_pairs(tournament.pairs.exclude(status=Pair.Status.WITHDRAWN))
    return any(people_key(pair.players) == key for pair in entered)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCounts:
    """The number of entries in the states that need attention, and the places left."""

    waiting: int
    listed: int
    accepted: int
    moved_up: int
    """The number of waiting entries that came from the waiting list."""
    free: int | None
    """The places left; None if there is no limit."""


def entry_counts(tournament: Tournament, terms: EntryTerms) -> EntryCounts:
    """Return the counts. Three queries; one without a limit of places, none if nobody could ever enter."""
    if terms.pk is None:
        return EntryCounts(waiting=0, listed=0, accepted=0, moved_up=0, free=None)
    counted = tournament.entries.order_by().values_list("state", "moved_up").annotate(Count("pk"))
    numbers = {(state, moved_up): number for state, moved_up, number in counted}
    in_state = {state: sum(number for (of, _up), number in numbers.items() if of == state) for state in LIVE}
    return EntryCounts(
        waiting=in_state[Entry.State.WAITING],
        listed=in_state[Entry.State.LISTED],
        accepted=in_state[Entry.State.ACCEPTED],
        moved_up=numbers.get((Entry.State.WAITING, True), 0),
        free=free_places(tournament, terms),
    )


def crowds_of(tournament: Tournament) -> list[tuple[str, list[Entry]]]:
    """Return the senders with many live entries, and these: a prank, or a club's own computer. One query, or two."""
    sent = tournament.entries.filter(state__in=SENT).exclude(sender="")
    counted = sent.order_by().values_list("sender").annotate(Count("pk")).filter(pk__count__gte=CROWD)
    crowds: dict[str, list[Entry]] = {}
    if senders := [sender for sender, _number in counted]:
        for entry in sent.filter(sender__in=senders):
            crowds.setdefault(entry.sender, []).append(entry)
    return list(crowds.items())


def place_on_list(entry: Entry) -> int:
    """Return the place on the waiting list, from 1, in the order of arrival. One query."""
    listed = entry.tournament.entries.filter(state=Entry.State.LISTED).values_list("pk", flat=True)
    return list(listed).index(entry.pk) + 1


def entered_in_public(tournament: Tournament) -> list[str]:
    """Return the names of those entered, as they want to be named in public. One query."""
    people = [f"{player}__{field}" for player in PLAYERS for field in ("last_name", "first_name", "shown")]
    pairs = tournament.pairs.exclude(status=Pair.Status.WITHDRAWN).values_list(*people)
    return [" – ".join([public_name_of(*one) for one in (pair[:3], pair[3:]) if one[0] is not None]) for pair in pairs]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingTournament:
    """A coming tournament for the public: when it is, what it costs, and how to enter."""

    tournament: Tournament
    entrance: Entrance
    terms: EntryTerms
    free: int | None
    """The places left; None if there is no limit."""
    fee: str
    """The fee; empty if there is none, or it is not set."""
    prizes: str
    """The prizes; empty likewise."""


def open_entries(tournaments: Sequence[Tournament], at: datetime) -> dict[int, int | None]:
    """Return the places left, by key, in the tournaments that people can enter themselves at that moment.

    One query; three if there are any.
    """
    by_key = {tournament.pk: tournament for tournament in tournaments}
    terms = EntryTerms.objects.filter(tournament__in=by_key)
    is_open = [row for row in terms if entrance_of(by_key[row.tournament_id], row, at) is Entrance.OPEN]
    return free_places_of(is_open) if is_open else {}


def coming_in_public(tournaments: Sequence[Tournament], at: datetime) -> list[ComingTournament]:
    """Return the coming tournaments. Six queries, for any number of tournaments; none if there are none."""
    if not tournaments:
        return []
    terms = {row.tournament_id: row for row in EntryTerms.objects.filter(tournament__in=tournaments)}
    free = free_places_of(terms.values())
    costs = {row.tournament_id: row for row in TillTerms.objects.filter(tournament__in=tournaments)}
    special: dict[int, list[tuple[str, int]]] = {}
    if not till_in_use():
        costs = {}
    for prize in SpecialPrize.objects.filter(tournament__in=costs):
        special.setdefault(prize.tournament_id, []).append((prize.title, prize.cents))
    coming = []
    for tournament in tournaments:
        theirs = terms.get(tournament.pk) or EntryTerms(tournament=tournament)
        cost = costs.get(tournament.pk)
        coming.append(
            ComingTournament(
                tournament=tournament,
                entrance=entrance_of(tournament, theirs, at),
                terms=theirs,
                free=free.get(tournament.pk),
                fee=fee_in_words(cost.fee, cost.get_per_display(), cost.reductions) if cost and cost.fee else "",
                prizes=prizes_of_terms(cost, special.get(tournament.pk, ())) if cost else "",
            )
        )
    return coming
