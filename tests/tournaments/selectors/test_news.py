"""Whatever changes what a poll would be told changes the state of its subject, and nothing else's."""

from collections.abc import Callable, Mapping
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.factories import AT, make_account, play_table, start_on_phones
from tests.tournaments.views.phone.visitors import HTMX, PhoneAt, figures
from tournaments.clock.clock import ClockAction
from tournaments.models import RefereeCall, Round, Table
from tournaments.records import Line
from tournaments.selectors.hall.news import (
    DeskTiles,
    OwnPages,
    PhoneTable,
    PublicPages,
    StateUntil,
    data_version,
    end_of,
    states_of,
)
from tournaments.services import (
    clock_change,
    round_close,
    table_clear,
    tournament_announce,
)
from tournaments.services.referee_calls import call_referee

pytestmark = pytest.mark.django_db


class Hall:
    """A round on phones: two at the first table and one at the second, and a reader of the ranking."""

    def __init__(self) -> None:
        self.round = start_on_phones(pairs=8, round_minutes=30)
        self.slug = self.round.tournament.slug
        first, second = self.round.tables.select_related("round__tournament").order_by("number")[:2]
        self.first, self.second = first, second
        self.writer, self.reader = PhoneAt(first, Line.NS), PhoneAt(first, Line.EW)
        self.stranger = PhoneAt(second, Line.NS)

    @property
    def subjects(self) -> list[PhoneTable | PublicPages]:
        return [PhoneTable(self.slug, 1, 1), PhoneTable(self.slug, 1, 2), PublicPages(self.slug)]

    def states(self) -> list[object]:
        states = states_of(self.subjects)
        return [states[subject] for subject in self.subjects]

    def etags(self) -> list[object]:
        """Return what polls are told, in the order of the subjects."""
        ranking = self.writer.client.get(f"/en/t/{self.slug}/").headers["ETag"]
        at_first = [phone.look(**HTMX).headers["ETag"] for phone in (self.writer, self.reader)]
        return [at_first, self.stranger.look(**HTMX).headers["ETag"], ranking]


@pytest.fixture
def hall() -> Hall:
    return Hall()


ACTS: Mapping[str, Callable[[Hall], object]] = {
    "a figure is typed": lambda hall: hall.writer.do("type", {"depth": "slip", "h1_ns_base": "300"}),
    "the slip is sent": lambda hall: hall.writer.do("send", figures()),
    "the other line agrees": lambda hall: [hall.writer.do("send", figures()), hall.reader.do("agree")],
    "the other line objects": lambda hall: [
        hall.writer.do("send", figures()),
        hall.reader.do("contest", {"hand": "1", "note": "700"}),
    ],
    "the referee saves a slip": lambda hall: play_table(hall.first),
    "half of the tables are in": lambda hall: [
        play_table(table) for table in hall.round.tables.order_by("-number")[:2]
    ],
    "a result is taken back": lambda hall: table_clear(table=(table := play_table(hall.first)), version=table.version),
    "the clock starts": lambda hall: clock_change(round=hall.round, action=ClockAction.START, at=timezone.now()),
    "the clock stops": lambda hall: [
        clock_change(round=hall.round, action=ClockAction.START, at=timezone.now() - timedelta(minutes=3)),
        clock_change(round=hall.round, action=ClockAction.PAUSE, at=timezone.now()),
    ],
    "a table calls": lambda hall: call_referee(
        table=hall.first, line=Line.NS, reason=RefereeCall.Reason.RULE, at=timezone.now()
    ),
    "the referee announces": lambda hall: tournament_announce(tournament=hall.round.tournament, text="Pausa"),
    "the round is closed": lambda hall: [
        *[play_table(table) for table in hall.round.tables.all()],
        round_close(round=Round.objects.get()),
    ],
}


@pytest.mark.parametrize("name", ACTS)
def test_what_changes_an_answer_changes_its_state(hall: Hall, name: str) -> None:
    states, etags = hall.states(), hall.etags()
    assert hall.states() == states
    ACTS[name](hall)
    changed = [before != after for before, after in zip(states, hall.states(), strict=True)]
    is_news = [before != after for before, after in zip(etags, hall.etags(), strict=True)]
    assert any(is_news)
    assert all(has_changed for has_changed, has_news in zip(changed, is_news, strict=True) if has_news)


@pytest.mark.parametrize("name", ACTS)
def test_what_changes_the_desk_or_the_door_changes_their_states(hall: Hall, name: str) -> None:
    referee = Client()
    referee.force_login(make_account("referee"))
    subjects = {
        f"/tournaments/{hall.slug}/rounds/1/results/tiles/": DeskTiles(hall.slug, 1),
        f"/tournaments/{hall.slug}/rounds/1/hall/": OwnPages(hall.slug),
        f"/tournaments/{hall.slug}/check-in/rows/": OwnPages(hall.slug),
    }

    def etags() -> list[str]:
        return [referee.get(address).headers["ETag"] for address in subjects]

    states, before = states_of(subjects.values()), etags()
    assert states_of(subjects.values()) == states and etags() == before
    ACTS[name](hall)
    after = states_of(subjects.values())
    is_news = [was != now for was, now in zip(before, etags(), strict=True)]
    changed = [states[subject] != after[subject] for subject in subjects.values()]
    assert is_news[0] and changed == is_news


def test_a_table_becomes_late_on_the_desk_by_the_clock_alone(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    began = timezone.now().replace(microsecond=0)
    desk, phone = DeskTiles(hall.slug, 1), PhoneTable(hall.slug, 1, 1)
    assert end_of(states_of([desk])) is None
    clock_change(round=hall.round, action=ClockAction.START, at=began)
    clock_change(round=hall.round, action=ClockAction.START, at=began + timedelta(minutes=2), table=2)
    states = states_of([desk, phone])
    assert end_of(states) == began + timedelta(minutes=35)
    for minutes, the_next in ((35, 37), (37, None)):
        monkeypatch.setattr(timezone, "now", lambda minutes=minutes: began + timedelta(minutes=minutes))
        before, states = states, states_of([desk, phone])
        assert states[desk] != before[desk] and states[phone] == before[phone]
        assert end_of(states) == (the_next and began + timedelta(minutes=the_next))


def test_typing_at_a_table_is_news_there_alone(hall: Hall) -> None:
    before = hall.states()
    ACTS["a figure is typed"](hall)
    assert [was != now for was, now in zip(before, hall.states(), strict=True)] == [True, False, False]


def test_what_does_not_exist_has_a_state_too(hall: Hall) -> None:
    nowhere = [PhoneTable(hall.slug, 1, 99), PhoneTable("nowhere", 1, 1), PublicPages("nowhere")]
    assert set(states_of(nowhere).values()) == {None}
    assert set(states_of([DeskTiles(hall.slug, 9), OwnPages("nowhere")]).values()) == {None}
    before = states_of([PhoneTable(hall.slug, 1, 2)])
    Table.objects.filter(pk=hall.second.pk).delete()
    assert states_of([PhoneTable(hall.slug, 1, 2)]) != before


def test_a_round_is_read_with_one_query(hall: Hall, django_assert_num_queries: Callable[..., object]) -> None:
    with django_assert_num_queries(2):  # type: ignore[attr-defined]
        states_of(hall.subjects)


def test_a_tournament_is_asked_once_for_all_of_its_pages(
    hall: Hall, django_assert_num_queries: Callable[..., object]
) -> None:
    public, own = PublicPages(hall.slug), OwnPages(hall.slug)
    apart = {**states_of([public]), **states_of([own])}
    for subjects, queries in (([public, own], 1), ([public, own, PublicPages("nowhere"), OwnPages("nowhere")], 2)):
        with django_assert_num_queries(queries):  # type: ignore[attr-defined]
            states = states_of(subjects)
        assert states == apart | dict.fromkeys(subjects[2:])


def test_a_database_counts_the_changes_of_others_or_says_that_it_does_not() -> None:
    assert data_version() is None or data_version() == data_version()


def test_of_several_states_the_first_that_is_over_is_waited_for() -> None:
    states = [StateUntil("a", AT + timedelta(minutes=9)), StateUntil("b", None), StateUntil("c", AT), b"d", None]
    subjects = [PublicPages(f"{at}") for at in range(len(states))]
    assert end_of(dict(zip(subjects, states, strict=True))) == AT
    assert end_of({subjects[0]: StateUntil("b", None), subjects[1]: b"d"}) is None


def test_another_database_than_sqlite_counts_no_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    assert data_version() is None
