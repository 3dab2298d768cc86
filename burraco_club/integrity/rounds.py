"""Tables compared with rounds: each pair sits once, tables have the right hands, and only allowed rounds are open."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.db.models import F, Q
from django.utils.translation import gettext as _

from tournaments.models import Adjustment, Hand, Round, Table, Tournament
from tournaments.records import ABSENCES, Outcome

SEATS = ("ns_id", "ew_id", "ns_partner_id", "ew_partner_id")


def round_faults(tournament: Tournament) -> Iterator[str]:
    """Yield the faults of one tournament.

    This takes three queries, and one more for references to other tournaments.
    """
    rounds = list(tournament.rounds.order_by("number"))
    tables = list(Table.objects.filter(round__tournament=tournament).order_by("number"))
    hands: dict[int, list[int]] = {}
    for key, number in Hand.objects.filter(table__round__tournament=tournament).values_list("table_id", "number"):
        hands.setdefault(key, []).append(number)
    for expected, round_ in enumerate(rounds, start=1):
        where = {"slug": tournament.slug, "round": round_.number}
        if round_.number != expected:
            yield _("%(slug)s: found round %(round)s where round %(expected)s should be") % {
                **where,
                "expected": expected,
            }
        its_tables = [table for table in tables if table.round_id == round_.pk]
        yield from (_("%(slug)s, round %(round)s: ") % where + sentence for sentence in _of_a_round(round_, its_tables))
        for table in its_tables:
            if words := _of_hands(tournament, round_, table, sorted(hands.get(table.pk, ()))):
                yield _("%(slug)s, round %(round)s, table %(table)s: ") % {**where, "table": table.number} + words
    yield from _of_others(tournament)


def _of_a_round(round_: Round, tables: Sequence[Table]) -> Iterator[str]:
    seated = Counter(key for table in tables for seat in SEATS if (key := getattr(table, seat)) is not None)
    for key, times in seated.items():
        if times > 1:
            yield _("the pair with the key %(key)s sits at %(times)s places") % {"key": key, "times": times}
    open_tables = [table.number for table in tables if table.outcome == Outcome.OPEN]
    if round_.state == Round.State.CLOSED and open_tables:
        yield _("it is closed, and these tables have no result: %(tables)s") % {
            "tables": ", ".join(map(str, open_tables))
        }
    if round_.state != Round.State.DRAFT and not tables:
        yield _("it has no table")


def _of_hands(tournament: Tournament, round_: Round, table: Table, numbers: Sequence[int]) -> str:
    """Return what is wrong with the hands of a table, or an empty string."""
    outcome, whole = Outcome(table.outcome), tournament.hands_per_round
    if round_.state == Round.State.DRAFT and outcome not in (Outcome.OPEN, Outcome.REST):
        return _("it has a result in a draft")
    if list(numbers) != list(range(1, len(numbers) + 1)):
        return _("its hands are numbered %(numbers)s") % {"numbers": ", ".join(map(str, numbers))}
    allowed = {Outcome.PLAYED: {whole}, Outcome.OPEN: {0}, Outcome.REST: {0}}.get(
        outcome, set(range(whole if outcome in ABSENCES else whole + 1))
    )
    if len(numbers) in allowed:
        return ""
    return _("it has %(count)s hands and is stored as “%(outcome)s”") % {"count": len(numbers), "outcome": outcome}


def _of_others(tournament: Tournament) -> Iterator[str]:
    """Yield references to pairs or rounds of another tournament."""
    strange = Q()
    for seat in ("ns", "ew", "ns_partner", "ew_partner"):
        strange |= Q(**{f"{seat}__isnull": False}) & ~Q(**{f"{seat}__tournament": F("round__tournament")})
    for number, table in (
        Table.objects.filter(strange, round__tournament=tournament).values_list("round__number", "number").distinct()
    ):
        yield _("%(slug)s, round %(round)s, table %(table)s: a pair of another tournament sits there") % {
            "slug": tournament.slug,
            "round": number,
            "table": table,
        }
    elsewhere = ~Q(round__tournament=F("tournament")) | ~Q(pair__tournament=F("tournament"))
    for key in Adjustment.objects.filter(elsewhere, tournament=tournament).values_list("pk", flat=True):
        yield _("%(slug)s: the adjustment with the key %(key)s is of another tournament’s pair or round") % {
            "slug": tournament.slug,
            "key": key,
        }
