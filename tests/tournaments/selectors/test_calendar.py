"""The evenings of the club's calendar: which are told, as cancelled or to come, and how long they last."""

from datetime import date

import pytest
from django.utils.timezone import now

from tests.factories import AT, make_tournament
from tournaments.models import TillTerms, Tournament
from tournaments.records.defaults import usual_minutes
from tournaments.selectors.calendar import CalendarEvening, calendar_evenings
from tournaments.selectors.entries import coming_in_public
from tournaments.services import club_keep_till, entry_terms_set, tournament_delete

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 20)


def told() -> dict[str, CalendarEvening]:
    return {evening.name: evening for evening in calendar_evenings(TODAY, now())}


def test_only_an_evening_that_has_not_begun_and_was_not_deleted_is_to_come() -> None:
    for name in ("Da venire", "In corso", "Annullata", "Cestinata", "Eliminata"):
        entry_terms_set(tournament=make_tournament(name=name), terms={"is_open": True})
    Tournament.objects.filter(name="In corso").update(state=Tournament.State.RUNNING)
    Tournament.objects.filter(name="Annullata").update(called_off_at=AT)
    tournament_delete(tournament=Tournament.objects.get(name="Cestinata"), by=None, at=AT)
    Tournament.objects.get(name="Eliminata").delete()
    assert {name: (evening.is_cancelled, evening.coming is not None) for name, evening in told().items()} == {
        "Da venire": (False, True),
        "In corso": (False, False),
        "Annullata": (True, False),
        "Cestinata": (True, False),
        "Eliminata": (True, False),
    }


def test_an_evening_of_which_no_history_is_stored_is_left_out_alone() -> None:
    for name in ("Prima", "Seconda", "Terza"):
        tournament = make_tournament(name=name)
        if name == "Seconda":
            Tournament.history.filter(id=tournament.pk).delete()
    assert set(told()) == {"Prima", "Terza"}


def test_without_a_clock_a_round_lasts_as_long_as_usual() -> None:
    make_tournament(name="Con orologio", rounds_planned=3, hands_per_round=2, round_minutes=40)
    make_tournament(name="Senza", rounds_planned=3, hands_per_round=2, round_minutes=0)
    assert {name: evening.minutes for name, evening in told().items()} == {
        "Con orologio": 3 * 40,
        "Senza": 3 * usual_minutes(2),
    }


@pytest.mark.parametrize(("fee", "told_so"), [(0, False), (1500, True)])
def test_an_evening_that_costs_nothing_has_no_fee(fee: int, told_so: bool) -> None:
    club_keep_till(keeps=True)
    tournament = make_tournament()
    TillTerms.objects.create(tournament=tournament, fee=fee, fund_percent=80)
    (coming,) = coming_in_public([tournament], AT)
    assert bool(coming.fee) is told_so
