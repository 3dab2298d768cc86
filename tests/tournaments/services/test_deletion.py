"""A tournament deleted, restored, and deleted for good."""

from datetime import timedelta
from random import Random

import pytest
from django.core.management import call_command
from django.http import Http404
from django.utils import timezone

from pages.refusals import Refused
from tests.factories import AT, make_account, make_tournament, pair, play_round, start_on_phones, start_round
from tournaments.history.sentences import tell
from tournaments.history.tournament_history import history_of, tournament_ever
from tournaments.interchange import export_tournament, to_json, tournament_import
from tournaments.models import Hand, Pair, PhonePhoto, Player, Tournament
from tournaments.services import (
    adjustment_add,
    pair_set_status,
    photos_delete_old,
    player_change,
    table_record,
    tournament_bring_back,
    tournament_create,
    tournament_delete,
    tournament_delete_for_good,
    tournament_finish_play,
    tournament_make_final,
    tournaments_delete_old,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def put_away(tournament: Tournament) -> Tournament:
    return tournament_delete(tournament=tournament, by=None, at=AT)


def evening() -> Tournament:
    """Create a closed round and one in progress, with a penalty."""
    tournament = make_tournament(pairs=4, hands_per_round=2)
    first = play_round(start_round(tournament))
    adjustment_add(pair=pair(tournament, 1), round=first, vp=-1, reason="Ritardo")
    start_round(tournament)
    return tournament


def test_brought_back_it_is_what_it_was() -> None:
    tournament, by = evening(), make_account()
    before = to_json(export_tournament(Tournament.objects.get()))
    deleted = tournament_delete(tournament=tournament, by=by, at=AT)
    assert (deleted.deleted_at, deleted.deleted_by) == (AT, by)
    assert not Tournament.objects.exists() and Tournament.everything.get() == tournament
    assert not Pair.objects.filter(tournament__slug=tournament.slug).exists()
    back = tournament_bring_back(tournament=deleted)
    assert to_json(export_tournament(Tournament.objects.get())) == before
    assert (back.slug, back.deleted_at, back.deleted_by) == (tournament.slug, None, None)


def test_what_was_changed_meanwhile_is_seen_once_it_is_back() -> None:
    tournament = make_tournament(pairs=2)
    seen = Tournament.objects.get().revision
    put_away(tournament)
    player_change(player=pair(tournament, 1).player1, details={"last_name": "Altra"})
    tournament_bring_back(tournament=tournament)
    assert Tournament.objects.get().revision > seen


@pytest.mark.parametrize("slug", ["torneo-del-venerdi", "lungo-" * 23 + "xx"])
def test_its_address_is_free_meanwhile_and_never_taken_from_another(slug: str) -> None:
    tournament = make_tournament(pairs=2)
    Tournament.objects.update(slug=slug)
    text = to_json(export_tournament(Tournament.objects.get()))
    put_away(tournament)
    assert tournament_bring_back(tournament=tournament).slug == slug
    put_away(tournament)
    other = tournament_import(text=text)
    put_away(other)
    third = tournament_import(text=text)
    back = [tournament_bring_back(tournament=deleted).slug for deleted in (tournament, other)]
    assert third.slug == slug and len({slug, *back}) == 3
    assert all(address.startswith(slug[:120]) and "~" not in address for address in back)


def test_nothing_is_written_to_it_by_who_still_has_its_page_open() -> None:
    round_ = start_round(make_tournament(pairs=4))
    tournament, table = round_.tournament, round_.tables.get(number=1)
    first = pair(tournament, 1)
    put_away(tournament)
    with pytest.raises(Refused, match="deleted meanwhile"):
        table_record(table=table, version=table.version, hands=(), at=AT)
    with pytest.raises(Refused, match="deleted meanwhile"):
        pair_set_status(pair=first, status=Pair.Status.WITHDRAWN)
    # If a page has no place for the sentence, it answers as if the request came later.
    with pytest.raises(Http404):
        put_away(tournament)


def test_nobody_is_faster_twice() -> None:
    tournament = make_tournament()
    for act in (tournament_bring_back, tournament_delete_for_good):
        with pytest.raises(Refused, match="somebody else"):
            act(tournament=tournament)
    assert Tournament.objects.get() == tournament


def test_deleted_for_good_its_members_and_its_history_stay() -> None:
    tournament = evening()
    people = Player.objects.count()
    put_away(tournament)
    tournament_delete_for_good(tournament=tournament)
    assert not Tournament.everything.exists() and not Pair.objects.exists() and not Hand.objects.exists()
    assert Player.objects.count() == people
    ever = tournament_ever(tournament.pk)
    assert ever is not None and tournament_ever(tournament.pk + 1) is None
    history = history_of(ever)
    texts = [tell(change, history).headline for change in history.changes]
    assert f"Tournament deleted for good: {tournament}" in texts
    assert f"Tournament deleted: {tournament}" in texts
    assert any("−1 VP" in text for text in texts)


def test_its_history_tells_that_it_was_away() -> None:
    tournament = make_tournament()
    tournament_bring_back(tournament=put_away(tournament))
    history = history_of(tournament)
    texts = [tell(change, history).headline for change in history.changes]
    name = tournament.name
    assert texts == [f"Tournament {what}: {name}" for what in ("brought back", "deleted", "created")]
    imported = tournament_import(text=to_json(export_tournament(tournament)), slug="altro")
    assert tell(history_of(imported).changes[0], history).headline == f"Tournament imported: {name}"


def test_after_thirty_days_it_is_deleted_for_good() -> None:
    old, young, here = evening(), make_tournament(name="Giovane"), make_tournament(name="Qui")
    tournament_delete(tournament=old, by=None, at=AT)
    tournament_delete(tournament=young, by=None, at=AT + timedelta(days=1))
    assert tournaments_delete_old(at=AT + timedelta(days=30)) == 0
    assert tournaments_delete_old(at=AT + timedelta(days=30, minutes=1)) == 1
    assert set(Tournament.everything.all()) == {young, here}
    Tournament.everything.filter(pk=young.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    call_command("delete_old_tournaments")
    assert list(Tournament.everything.all()) == [here]


def test_photos_are_not_kept_longer_because_it_is_put_away() -> None:
    round_ = play_round(start_on_phones())
    tournament = round_.tournament
    PhonePhoto.objects.create(table=round_.tables.all()[0], line="ns", device="x", at=AT, image=b"x")
    tournament_finish_play(tournament=tournament)
    tournament_make_final(tournament=tournament)
    put_away(tournament)
    assert photos_delete_old(at=timezone.now() + timedelta(days=29)) == 0
    assert photos_delete_old(at=timezone.now() + timedelta(days=31)) == 1


def test_a_name_is_free_at_once() -> None:
    first = tournament_create(name="Torneo", date=AT.date())
    put_away(first)
    assert tournament_create(name="Torneo", date=AT.date()).slug == first.slug


@pytest.mark.parametrize("seed", range(3))
def test_whatever_comes_and_goes_every_tournament_is_in_one_place(seed: int) -> None:
    """Three names are created, deleted, restored and deleted for good at random, and compared with a set of each."""
    rng, here, away = Random(seed), set[int](), set[int]()
    for _step in range(40):
        act = rng.choice(("make", "make", "delete", "delete", "back", "for good"))
        if act == "make":
            here.add(tournament_create(name=f"Torneo {rng.randrange(3)}", date=AT.date()).pk)
        elif act == "delete" and here:
            here.remove(pk := rng.choice(sorted(here)))
            away.add(put_away(Tournament.objects.get(pk=pk)).pk)
        elif act != "delete" and away:
            away.remove(pk := rng.choice(sorted(away)))
            tournament = Tournament.everything.get(pk=pk)
            if act == "back":
                here.add(tournament_bring_back(tournament=tournament).pk)
            else:
                tournament_delete_for_good(tournament=tournament)
    slugs = dict(Tournament.objects.values_list("pk", "slug"))
    assert slugs.keys() == here and len(set(slugs.values())) == len(here) and "~" not in "".join(slugs.values())
    assert set(Tournament.everything.exclude(pk__in=here).values_list("pk", flat=True)) == away
    assert all(tournament_ever(pk) for pk in Tournament.history.values_list("id", flat=True))


@pytest.mark.usefixtures("in_english")
def test_whose_address_is_taken_at_that_moment_comes_back_at_the_next_try(monkeypatch: pytest.MonkeyPatch) -> None:
    deleted = put_away(make_tournament(name="Torneo"))
    make_tournament(name="Torneo")
    with monkeypatch.context() as taken:
        taken.setattr("tournaments.services.deletion.free_slug", lambda _name: "torneo")
        with pytest.raises(Refused, match="Several tournaments of this name are being created"):
            tournament_bring_back(tournament=deleted)
    assert tournament_bring_back(tournament=deleted).slug == "torneo-2"
