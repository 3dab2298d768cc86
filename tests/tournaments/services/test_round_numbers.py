"""The numbers that rounds store: a pair in a draft keeps its own, and nobody inherits that of a deleted pair."""

from collections.abc import Callable
from functools import partial
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from burraco_club.integrity.histories import history_faults
from pages.refusals import Refused
from tests.factories import AT, draft_round, make_account, make_tournament, pair, play_round
from tests.tournaments.views.pages import text_of, url
from tournaments.interchange import export_tournament, to_json, tournament_import
from tournaments.models import Pair, Round, Tournament
from tournaments.pairing.moves import sit_in
from tournaments.records import EntrantId, RoundSettings, System
from tournaments.selectors.drafts import drafted
from tournaments.services import (
    draft_change,
    draft_exclude,
    draft_keep,
    draft_redraw,
    draft_undo,
    pair_add,
    pair_change,
    pair_delete,
    pair_set_status,
    pairs_check_in,
    round_publish,
)
from tournaments.services.round_numbers import _renamed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def excluded_and_gone(*, published: bool) -> Tournament:
    """Create a round in which 1 and 9 are kept apart, but 9 has left before the final draw."""
    tournament = make_tournament(pairs=9, hands_per_round=2)
    draft = draft_round(tournament, System.DRAW)
    draft_exclude(round=draft, one=EntrantId(1), other=EntrantId(9), exclude=True)
    Pair.objects.filter(tournament=tournament, number=9).update(status=Pair.Status.EXPECTED)
    draft = draft_redraw(round=Round.objects.get(pk=draft.pk), seed=3)
    if published:
        play_round(round_publish(round=draft, at=AT))
    return tournament


def comes_back(tournament: Tournament) -> dict[str, object]:
    """Return the exported round, after checking that an import gives the same."""
    tournament.refresh_from_db()
    data = export_tournament(tournament)
    copy = tournament_import(text=to_json(data), slug=f"copia-{Tournament.objects.count()}")
    assert export_tournament(copy)["rounds"] == data["rounds"]
    return data["rounds"][0]  # type: ignore[no-any-return]


@pytest.mark.parametrize("published", [False, True])
def test_an_exclusion_goes_with_the_pair_and_nobody_inherits_it(published: bool) -> None:
    tournament = excluded_and_gone(published=published)
    assert comes_back(tournament)["excluded"] == [[1, 9]]
    pair_delete(pair=pair(tournament, 9))
    assert "excluded" not in comes_back(tournament)
    if not published:
        new = pair_add(tournament=tournament, players=("Nuova Ada", "Nuovo Ugo"))
        assert new.number == 9
        assert "excluded" not in comes_back(tournament)
    assert list(history_faults()) == []


@pytest.mark.parametrize("published", [False, True])
def test_an_exclusion_follows_a_pair_to_its_new_number(published: bool) -> None:
    tournament = excluded_and_gone(published=published)
    pair_change(pair=pair(tournament, 9), number=20)
    assert comes_back(tournament)["excluded"] == [[1, 20]]
    assert list(history_faults()) == []


def test_a_draft_does_not_go_back_to_who_is_gone() -> None:
    tournament = excluded_and_gone(published=False)
    draft = Round.objects.get(tournament=tournament)
    assert draft.undo
    pair_delete(pair=pair(tournament, 9))
    draft.refresh_from_db()
    assert draft.undo == []
    with pytest.raises(Refused, match="nothing to undo"):
        draft_undo(round=draft, depth=0)


def test_exclusions_stay_in_order_when_a_number_changes() -> None:
    tournament = excluded_and_gone(published=False)
    draft_exclude(round=Round.objects.get(), one=EntrantId(1), other=EntrantId(8), exclude=True)
    Pair.objects.filter(number=8).update(status=Pair.Status.EXPECTED)
    draft_redraw(round=Round.objects.get(), seed=4)
    pair_change(pair=pair(tournament, 8), number=20)
    assert comes_back(tournament)["excluded"] == [[1, 9], [1, 20]]


@pytest.mark.parametrize(("after", "advance"), [(20, (1, 20)), (None, (1,))])
def test_who_was_let_go_on_from_a_tie_is_known_by_the_new_number_or_not_at_all(
    after: int | None, advance: tuple[int, ...]
) -> None:
    chosen = RoundSettings(advance=(EntrantId(1), EntrantId(9)))
    assert _renamed(chosen, EntrantId(9), after).advance == advance


def seated_and_out_again() -> Tournament:
    tournament = make_tournament(pairs=9, hands_per_round=2)
    Pair.objects.filter(number=9).update(status=Pair.Status.EXPECTED)
    draft = draft_round(tournament)
    Pair.objects.filter(number=9).update(status=Pair.Status.ACTIVE)
    for comes, goes in ((9, 2), (2, 9)):
        draft_change(round=draft, seen=(), change=partial(sit_in, entrant=EntrantId(comes), instead_of=EntrantId(goes)))
    return tournament


def gone_and_allowed_again() -> Tournament:
    tournament = excluded_and_gone(published=False)
    draft_exclude(round=Round.objects.get(), one=EntrantId(1), other=EntrantId(9), exclude=False)
    return tournament


@pytest.mark.parametrize("trace", [seated_and_out_again, gone_and_allowed_again])
def test_undo_stops_where_a_pair_had_the_number_that_it_has_no_longer(trace: Callable[[], Tournament]) -> None:
    tournament = trace()
    draft = Round.objects.get()
    draft_keep(round=draft, seen=drafted(draft).tables[0], keep=True)
    pair_change(pair=pair(tournament, 9), number=20)
    draft_undo(round=draft, depth=1)
    with pytest.raises(Refused, match="nothing to undo"):
        draft_undo(round=draft, depth=0)


Act = Callable[[Pair], object]
ACTS: dict[str, Act] = {
    "unticked": lambda one: pairs_check_in(tournament=one.tournament, pairs=[one], here=False),
    "withdrawn": lambda one: pair_set_status(pair=one, status=Pair.Status.WITHDRAWN),
    "renumbered": lambda one: pair_change(pair=one, number=20),
    "deleted": lambda one: pair_delete(pair=one),
}


@pytest.mark.parametrize("act", ACTS)
def test_whoever_sits_in_a_draft_stays_as_they_are_until_it_is_discarded(act: str) -> None:
    tournament = make_tournament(pairs=4)
    draft_round(tournament)
    with pytest.raises(Refused, match="Pair 2 is seated in the draft of round 1: discard the draft first"):
        ACTS[act](pair(tournament, 2))
    assert pair(tournament, 2).status == Pair.Status.ACTIVE
    Round.objects.all().delete()
    ACTS[act](pair(tournament, 2))


@pytest.mark.parametrize("act", ["renumbered", "deleted"])
def test_whoever_was_here_at_a_draw_keeps_the_number_though_seated_nowhere(act: str) -> None:
    tournament = make_tournament(pairs=6, hands_per_round=2)
    play_round(round_publish(round=draft_round(tournament, System.KNOCKOUT, qualifiers=4), at=AT))
    with pytest.raises(Refused, match="Pair 6 was here when round 1 was drawn"):
        ACTS[act](pair(tournament, 6))
    comes_back(tournament)


def test_unticking_somebody_in_a_draft_is_refused_at_the_door_and_on_the_list(client: Client) -> None:
    client.force_login(make_account())
    tournament = make_tournament(pairs=4)
    draft_round(tournament)
    for page in ("check_in", "pairs_check_in"):
        answer = client.post(url(page, tournament), {"expected": "2"}, follow=True)
        assert "Pair 2 is seated in the draft of round 1: discard the draft first." in text_of(answer)
    assert pair(tournament, 2).status == Pair.Status.ACTIVE


def test_clubs_that_have_such_an_exclusion_lose_it() -> None:
    tournament = excluded_and_gone(published=True)
    Pair.objects.filter(tournament=tournament, number=9)._raw_delete("default")  # type: ignore[attr-defined]
    Pair.history.filter(tournament_id=tournament.pk, number=9).delete()
    import_module("tournaments.migrations.0014_meetings_of_nobody").forget_who_is_gone(apps, None)
    assert "excluded" not in comes_back(tournament)
    assert list(history_faults()) == []
