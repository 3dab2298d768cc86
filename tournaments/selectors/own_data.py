"""Everything that the club keeps of one person, for whoever asks for it (GDPR, articles 15 and 20).

Each reader below returns a part, and `PARTS` says what is read for it. A new model that refers to a player belongs into
one of them: `tests/tournaments/selectors/test_own_data.py` finds it, and lists those that no part reads, with reasons.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import (
    Adjustment,
    Entry,
    Incident,
    Mail,
    MembershipFee,
    Pair,
    Payment,
    Player,
    PlayerMerge,
    Receipt,
    Single,
    Substitute,
)
from tournaments.people.book_cells import BOOK_FIELDS
from tournaments.people.traces import Traces
from tournaments.records.personal_data import DataColumn, DataPart, Value

from .careers import career_view_of, tournaments_played_by
from .consents import consents_of
from .mail_addresses import address_in
from .memberships import membership_of
from .ratings import rating_course, ratings_shown
from .traces import traces_of

PERSON_FIELDS: Final = (
    *("last_name", "first_name", "club", "card", "contact", "birth_year", "category", "province", "region"),
    *("state", "shown"),
)


def _person(player: Player) -> DataPart:
    fields = [Player._meta.get_field(name) for name in PERSON_FIELDS]
    columns = [DataColumn(key=field.name, label=str(capfirst(str(field.verbose_name)))) for field in fields]  # type: ignore[union-attr]
    return DataPart(key="person", title=_("Who you are"), columns=columns, rows=[_values(player, PERSON_FIELDS)])


def _book(player: Player) -> DataPart:
    membership = membership_of(player)
    fields = [membership._meta.get_field(name) for name in BOOK_FIELDS]
    columns = [DataColumn(key=field.name, label=str(capfirst(str(field.verbose_name)))) for field in fields]  # type: ignore[union-attr]
    rows = [] if membership._state.adding else [_values(membership, BOOK_FIELDS)]
    return DataPart(key="book", title=_("In the club’s book"), columns=columns, rows=rows)


def _consents(player: Player) -> DataPart:
    columns = [
        DataColumn(key="noted_at", label=_("noted")),
        DataColumn(key="consent", label=_("consent")),
        DataColumn(key="agreed_on", label=_("agreed on"), is_named=True),
        DataColumn(key="withdrawn_on", label=_("withdrawn on"), is_named=True),
        DataColumn(key="noted_by", label=_("noted by"), is_named=True),
    ]
    rows = [
        (event.noted_at, event.name, event.agreed_on, event.withdrawn_on, event.noted_by)
        for event in consents_of(player)
    ]
    return DataPart(key="consents", title=_("What you agreed to"), columns=columns, rows=rows)


def _fees(player: Player) -> DataPart:
    columns = [
        DataColumn(key="paid_on", label=_("paid on")),
        DataColumn(key="year", label=_("year")),
        DataColumn(key="category", label=_("category")),
        DataColumn(key="cents", label=_("amount"), is_money=True),
        DataColumn(key="means", label=_("how")),
    ]
    fees = MembershipFee.objects.filter(player=player).order_by("year", "pk")
    rows = [(fee.paid_on, str(fee.year), fee.category, fee.cents, str(fee.get_means_display())) for fee in fees]
    return DataPart(key="fees", title=_("Membership fees"), columns=columns, rows=rows)


def _receipts(player: Player) -> DataPart:
    columns = [
        DataColumn(key="issued_on", label=_("issued on")),
        DataColumn(key="number", label=_("no."), is_named=True),
        DataColumn(key="payer", label=_("name")),
        DataColumn(key="payer_details", label=_("address and tax code")),
        DataColumn(key="reason", label=_("for")),
        DataColumn(key="cents", label=_("amount"), is_money=True),
        DataColumn(key="means", label=_("how")),
        DataColumn(key="void", label=_("void"), is_named=True),
    ]
    paid = [payment.pk for payment in _payments_of(player) if payment.player == player]
    whose = Q(player=player) | Q(fee__player=player) | Q(payment__in=paid)
    rows = [
        (
            *(receipt.issued_on, f"{receipt.number}/{receipt.year}", receipt.payer, receipt.payer_details),
            *(receipt.reason, receipt.cents, str(receipt.get_means_display()), receipt.void_reason),
        )
        for receipt in Receipt.objects.filter(whose).distinct().order_by("pk")
    ]
    return DataPart(key="receipts", title=_("Receipts"), columns=columns, rows=rows)


def _entries(player: Player) -> DataPart:
    """Return the entries that name the person; a contact that may be the partner's is left out."""
    columns = [
        DataColumn(key="sent_at", label=pgettext("entry", "sent")),
        DataColumn(key="tournament", label=_("tournament")),
        DataColumn(key="name", label=_("name")),
        DataColumn(key="club", label=_("club")),
        DataColumn(key="team", label=_("team")),
        DataColumn(key="contact", label=_("contact")),
        DataColumn(key="mail_consent_at", label=_("agreed to emails")),
        DataColumn(key="state", label=_("state")),
    ]
    rows = [
        (
            *(entry.created_at, entry.tournament.name, name, entry.club, entry.team),
            *((entry.contact, entry.mail_consent_at) if is_sender else ("", None)),
            str(entry.get_state_display()),
        )
        for entry, name, is_sender in _entries_of(player, Entry.objects.all())
    ]
    return DataPart(key="entries", title=_("Entries sent by you or a partner"), columns=columns, rows=rows)


def _mails(player: Player) -> DataPart:
    """Return the emails about entries that the person sent, and those to the address of their contact."""
    columns = [
        DataColumn(key="written_at", label=_("written")),
        DataColumn(key="address", label=_("email address")),
        DataColumn(key="subject", label=_("subject")),
        DataColumn(key="state", label=_("state")),
    ]
    with_mails = Entry.objects.filter(pk__in=Mail.objects.values("entry"))
    theirs = Q(entry__in=[entry.pk for entry, _name, is_sender in _entries_of(player, with_mails) if is_sender])
    if address := address_in(player.contact):
        theirs |= Q(address__iexact=address)
    rows = [
        (mail.created_at, mail.address, mail.subject, str(mail.get_state_display()))
        for mail in Mail.objects.filter(theirs).order_by("created_at", "pk")
    ]
    return DataPart(key="mails", title=_("Emails to you"), columns=columns, rows=rows)


def _tournaments(player: Player) -> DataPart:
    columns = [
        DataColumn(key="date", label=_("date")),
        DataColumn(key="tournament", label=_("tournament")),
        DataColumn(key="state", label=_("state")),
        DataColumn(key="number", label=_("number"), is_named=True),
        DataColumn(key="partner", label=_("with"), is_named=True),
        DataColumn(key="place", label=_("place"), is_named=True),
        DataColumn(key="of", label=_("of"), is_named=True),
        DataColumn(key="late_reason", label=_("admitted late"), is_named=True),
    ]
    career = career_view_of(player, tournaments_played_by(player))
    places = {appearance.tournament: appearance for appearance in career.career.appearances}
    seated = Pair.objects.filter(Q(player1=player) | Q(player2=player))
    pairs = seated.select_related("tournament", "player1", "player2").order_by("tournament__date", "pk")
    rows: list[Sequence[Value]] = []
    for pair in pairs:
        found = places.get(pair.tournament_id)
        partner = next((other.public_name for other in pair.players if other != player), "")
        rows.append(
            (
                *(pair.tournament.date, pair.tournament.name, str(pair.tournament.get_state_display())),
                *(pair.number, partner, found.place if found else None, found.of if found else None),
                pair.late_reason,
            )
        )
    return DataPart(key="tournaments", title=_("Evenings"), columns=columns, rows=rows)


def _substitutions(player: Player) -> DataPart:
    columns = [
        DataColumn(key="date", label=_("date")),
        DataColumn(key="tournament", label=_("tournament")),
        DataColumn(key="number", label=_("number"), is_named=True),
        DataColumn(key="first_round", label=_("from round"), is_named=True),
        DataColumn(key="last_round", label=_("to round"), is_named=True),
    ]
    found = Substitute.objects.filter(player=player).select_related("pair__tournament")
    rows = [
        (row.pair.tournament.date, row.pair.tournament.name, row.pair.number, row.first_round, row.last_round)
        for row in found.order_by("pair__tournament__date", "pk")
    ]
    return DataPart(key="substitutions", title=_("Rounds as a substitute"), columns=columns, rows=rows)


def _rounds(player: Player) -> DataPart:
    columns = [
        DataColumn(key="date", label=_("date")),
        DataColumn(key="tournament", label=_("tournament")),
        DataColumn(key="round", label=_("round"), is_named=True),
        DataColumn(key="vp", label=_("VP"), is_named=True),
        DataColumn(key="mp_difference", label=_("difference"), is_named=True),
    ]
    career = career_view_of(player, tournaments_played_by(player))
    rows = [
        (tournament.date, tournament.name, played.number, played.vp, played.mp_difference)
        for appearance in reversed(career.career.appearances)
        for tournament in [career.tournaments[appearance.tournament]]
        for played in appearance.rounds
    ]
    return DataPart(key="rounds", title=_("Rounds of final tournaments"), columns=columns, rows=rows)


def _singles(player: Player) -> DataPart:
    columns = [DataColumn(key="date", label=_("date")), DataColumn(key="tournament", label=_("tournament"))]
    found = Single.objects.filter(player=player).select_related("tournament").order_by("tournament__date", "pk")
    rows = [(single.tournament.date, single.tournament.name) for single in found]
    return DataPart(
        key="singles", title=_("Tournaments in which you are looking for a partner"), columns=columns, rows=rows
    )


def _adjustments(player: Player) -> DataPart:
    columns = [
        DataColumn(key="date", label=_("date")),
        DataColumn(key="tournament", label=_("tournament")),
        DataColumn(key="round", label=_("round"), is_named=True),
        DataColumn(key="mp", label=_("MP"), is_named=True),
        DataColumn(key="vp", label=_("VP"), is_named=True),
        DataColumn(key="reason", label=_("reason")),
        DataColumn(key="article", label=_("article"), is_named=True),
    ]
    whose = Q(player=player) | Q(player=None, pair__player1=player) | Q(player=None, pair__player2=player)
    found = Adjustment.objects.filter(whose).select_related("round__tournament")
    rows = [
        (
            *(row.round.tournament.date, row.round.tournament.name, row.round.number),
            *(row.mp, row.vp, row.reason, row.article),
        )
        for row in found.order_by("round__tournament__date", "pk")
    ]
    return DataPart(key="adjustments", title=_("Penalties and bonuses"), columns=columns, rows=rows)


def _payments(player: Player) -> DataPart:
    columns = [
        DataColumn(key="date", label=_("date")),
        DataColumn(key="tournament", label=_("tournament")),
        DataColumn(key="cents", label=_("amount"), is_money=True),
        DataColumn(key="means", label=_("how")),
        DataColumn(key="together", label=_("for")),
    ]
    rows = [
        (
            *(payment.pair.tournament.date, payment.pair.tournament.name, payment.cents),
            *(str(payment.get_means_display()), "" if payment.player == player else _("the whole pair")),
        )
        for payment in _payments_of(player)
    ]
    return DataPart(key="payments", title=_("Entry fees paid"), columns=columns, rows=rows)


def _ratings(player: Player) -> DataPart:
    columns = [
        DataColumn(key="date", label=_("date")),
        DataColumn(key="tournament", label=_("tournament")),
        DataColumn(key="rating", label=_("rating"), is_named=True),
        DataColumn(key="uncertainty", label="±", is_named=True),
    ]
    course = rating_course(player) if ratings_shown() else []
    rows = [
        (tournament.date, tournament.name, round(estimate.mu), round(estimate.sigma)) for tournament, estimate in course
    ]
    return DataPart(key="ratings", title=_("Ratings"), columns=columns, rows=rows)


def _merges(player: Player) -> DataPart:
    columns = [DataColumn(key="made_at", label=_("merged")), DataColumn(key="name", label=_("other name"))]
    found = PlayerMerge.objects.filter(kept=player).order_by("made_at", "pk")
    rows = [(merge.made_at, merge.name or _("no longer kept")) for merge in found]
    return DataPart(key="merges", title=_("Entries in the members’ list that were merged"), columns=columns, rows=rows)


def _incidents(player: Player) -> DataPart:
    """Return which statements concern the person; they hold others' words, so that the referee shows them."""
    columns = [
        DataColumn(key="date", label=_("date")),
        DataColumn(key="tournament", label=_("tournament")),
        DataColumn(key="number", label=_("no."), is_named=True),
    ]
    pairs = dict(Pair.objects.filter(Q(player1=player) | Q(player2=player)).values_list("pk", "tournament"))
    found = Incident.objects.filter(tournament__in=set(pairs.values())).select_related("tournament")
    rows = [
        (incident.tournament.date, incident.tournament.name, incident.number)
        for incident in found.order_by("tournament__date", "number")
        if not pairs.keys().isdisjoint(incident.pairs)
    ]
    title = _("Statements of incidents: ask the referee to read them")
    return DataPart(key="incidents", title=title, columns=columns, rows=rows)


PARTS: Final[Mapping[Callable[[Player], DataPart], tuple[str, ...]]] = {
    _person: (),
    _book: ("Membership.player",),
    _consents: ("HistoricalMembership.player",),
    _fees: ("MembershipFee.player",),
    _receipts: ("Receipt.player",),
    _payments: (),
    _entries: ("Entry.member1", "Entry.member2"),
    _mails: (),
    _singles: ("Single.player",),
    _tournaments: ("Pair.player1", "Pair.player2"),
    _substitutions: ("Substitute.player",),
    _rounds: (),
    _adjustments: ("Adjustment.player",),
    _incidents: (),
    _ratings: (),
    _merges: ("PlayerMerge.kept",),
}
"""The readers in the order of the sheet, each with the fields that refer to a player and are read for it."""


def own_data(player: Player) -> list[DataPart]:
    """Return the parts, empty ones too. Some fifty queries at most, and more where a career must be computed."""
    return [read(player) for read in PARTS]


def _values(row: Any, names: tuple[str, ...]) -> list[Value]:
    """Return the fields of a row, choices in words."""
    return [
        str(getattr(row, f"get_{name}_display")()) if row._meta.get_field(name).choices else getattr(row, name)
        for name in names
    ]


def _payments_of(player: Player) -> list[Payment]:
    """Return the payments of the person, and of a whole pair of which the person is one."""
    first = Q(pair__player1=player) & (Q(seat=None) | Q(seat=1))
    second = Q(pair__player2=player) & (Q(seat=None) | Q(seat=2))
    found = Payment.objects.filter(first | second)
    return list(
        found.select_related("pair__tournament", "pair__player1", "pair__player2").order_by(
            "pair__tournament__date", "pk"
        )
    )


def _entries_of(player: Player, entries: "QuerySet[Entry]") -> list[tuple[Entry, str, bool]]:
    """Return those entries that name the person, with that name, and whether the contact is the person's own."""
    traces = traces_of(player)
    return [
        (entry, name, not entry.name2 or traces.marked(entry.contact))
        for entry in entries.select_related("tournament").order_by("created_at", "pk")
        for name in _names_in(entry, player, traces)
    ]


def _names_in(entry: Entry, player: Player, traces: Traces) -> Iterator[str]:
    """Yield the name typed for the person; nobody has been taken for a name that still waits."""
    for name, member in ((entry.name1, entry.member1_id), (entry.name2, entry.member2_id)):
        if member == player.pk or (member is None and name and traces.only_called(name)):
            yield name
