"""Two members are merged and separated again, without losing a reference to either."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import Role
from pages.refusals import Refused
from tests.factories import AT, make_account, make_tournament, play_round, start_round
from tests.tournaments.views.pages import html_of, said, text_of
from tournaments.models import Pair, Player, PlayerMerge, Tournament
from tournaments.records.retention import MERGES_UNDONE_WITHIN
from tournaments.selectors.members import relations_to_players
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    adjustment_add,
    pair_add,
    player_change,
    player_create,
    player_forget,
    players_merge,
    players_part,
    single_add,
)
from tournaments.services.merges import MERGED_FIELDS, merges_of

pytestmark = pytest.mark.django_db


def two() -> tuple[Player, Player]:
    keep = player_create(details={"last_name": "Rossi", "first_name": "Anna", "club": "Aurora"})
    gone = player_create(details={"last_name": "Rosi", "first_name": "Anna", "card": "00123", "contact": "333 1"})
    return keep, gone


def details(keep: Player, gone: Player, *theirs: str) -> dict[str, Any]:
    return {name: getattr(gone if name in theirs else keep, name) for name in MERGED_FIELDS}


def merge(keep: Player, gone: Player, *theirs: str) -> PlayerMerge:
    return players_merge(keep=keep, gone=gone, details=details(keep, gone, *theirs), by=None, at=AT)


def evenings(keep: Player, gone: Player) -> tuple[Tournament, Tournament]:
    """Create an evening for each of the two, and a third in which the merged one waits for a partner."""
    first, second = make_tournament(name="First"), make_tournament(name="Second")
    pair_add(tournament=first, players=[keep, "Verdi Luca"])
    pair_add(tournament=second, players=["Neri Ugo", gone])
    for tournament in (first, second):
        pair_add(tournament=tournament, players=[f"Bianchi {tournament}", f"Gialli {tournament}"])
        Pair.objects.filter(tournament=tournament).update(status=Pair.Status.ACTIVE)
        play_round(start_round(tournament), seed=1)
    adjustment_add(round=second.rounds.get(), pair=second.pairs.get(number=1), vp=-1, reason="Late", player=gone)
    single_add(tournament=make_tournament(name="Third"), player=gone)
    return first, second


def named(key: int) -> set[tuple[str, str, int]]:
    return {
        (model.__name__, column, row.pk)
        for model, column in relations_to_players()
        if model is not PlayerMerge
        for row in model._base_manager.filter(**{column: key})
    }


def test_everything_that_named_one_names_the_other() -> None:
    keep, gone = two()
    first, second = evenings(keep, gone)
    before, revisions = named(keep.pk) | named(gone.pk), [first.revision, second.revision]
    assert {model for model, _column, _pk in named(gone.pk)} == {"Pair", "Single", "Adjustment"}
    merge(keep, gone, "card", "contact")
    keep.refresh_from_db()
    assert (keep.last_name, keep.club, keep.card, keep.contact) == ("Rossi", "Aurora", "00123", "333 1")
    assert named(keep.pk) == before and not Player.objects.filter(pk=gone.pk).exists()
    for tournament, revision in zip((first, second), revisions, strict=True):
        tournament.refresh_from_db()
        assert tournament.revision > revision
    assert "Rossi Anna" in " ".join(row.entrant.label for row in standings_of(second))
    assert second.pairs.get(number=1).history.first().player2_id == keep.pk


def test_parted_they_are_as_they_were() -> None:
    keep, gone = two()
    evenings(keep, gone)
    before = (
        named(keep.pk),
        named(gone.pk),
        [Player.objects.filter(pk=player.pk).values().get() for player in (keep, gone)],
    )
    players_part(merge=merge(keep, gone, "card", "last_name"), at=AT + timedelta(days=29))
    after = (
        named(keep.pk),
        named(gone.pk),
        [Player.objects.filter(pk=player.pk).values().get() for player in (keep, gone)],
    )
    assert after == before and not PlayerMerge.objects.exists()


def test_what_happened_since_the_merge_stays_with_the_member_who_was_kept() -> None:
    keep, gone = two()
    evenings(keep, gone)
    made = merge(keep, gone)
    keep.refresh_from_db()
    later = pair_add(tournament=make_tournament(name="Fourth"), players=[keep, "Grandi Ida"])
    players_part(merge=made, at=AT)
    later.refresh_from_db()
    assert later.player1_id == keep.pk


def test_two_who_play_in_one_tournament_are_two() -> None:
    keep, gone = two()
    tournament = make_tournament(name="Both")
    pair_add(tournament=tournament, players=[keep, gone])
    with pytest.raises(Refused, match="Both"):
        merge(keep, gone)
    assert Player.objects.count() == 2


@pytest.mark.parametrize("missing", ["keep", "gone"])
def test_of_two_merges_at_once_the_later_one_is_refused(missing: str) -> None:
    """Somebody else has merged one of the two into a third member since the page was opened."""
    keep, gone = two()
    third = player_create(details={"last_name": "Rossi", "first_name": "Nina"})
    merge(third, keep if missing == "keep" else gone)
    keep.pk, gone.pk = keep.pk or PlayerMerge.objects.get().gone, gone.pk or PlayerMerge.objects.get().gone
    left, histories = list(Player.objects.order_by("pk").values()), Player.history.count()
    with pytest.raises(Refused, match="non è più"):
        merge(keep, gone)
    assert list(Player.objects.order_by("pk").values()) == left and PlayerMerge.objects.count() == 1
    assert Player.history.count() == histories


@pytest.mark.parametrize("why", ["long ago", "changed", "twice"])
def test_it_is_not_parted_at_any_price(why: str) -> None:
    keep, gone = two()
    made = merge(keep, gone, "card")
    if why == "changed":
        player_change(player=Player.objects.get(pk=keep.pk), details={"card": "9"})
    if why == "twice":
        players_part(merge=PlayerMerge.objects.get(), at=AT)
    members = Player.objects.count()
    with pytest.raises(Refused):
        players_part(
            merge=made, at=AT + (MERGES_UNDONE_WITHIN + timedelta(days=1) if why == "long ago" else timedelta())
        )
    assert Player.objects.count() == members


def test_whoever_is_forgotten_is_forgotten_under_the_other_names_too() -> None:
    keep, gone = two()
    third = player_create(details={"last_name": "Rossini", "first_name": "Annina"})
    merge(gone, third)
    gone.refresh_from_db()
    merge(keep, gone)
    player_forget(player=Player.objects.get(pk=keep.pk))
    text = repr([list(Player.history.values()), list(PlayerMerge.objects.values())])
    assert not [name for name in ("Rossi", "Rosi", "Rossini", "Annina", "333 1", "00123") if name in text]


def test_an_administrator_finds_chooses_merges_and_parts() -> None:
    keep, gone = two()
    administrator, referee = Client(), Client()
    administrator.force_login(make_account("carla", Role.ADMINISTRATOR))
    referee.force_login(make_account("anna"))
    address = f"/en/players/{keep.pk}/merge/"
    assert referee.get(address).status_code == 403
    assert "Rosi Anna" in text_of(administrator.get(f"{address}?q=ros"))
    page = html_of(administrator.get(f"{address}?other={gone.pk}"))
    assert 'name="card" value="other" checked' in page and 'name="club" value="own" checked' in page
    for nonsense in ("x", str(keep.pk), "9" * 30, "-1", ""):
        assert administrator.get(f"{address}?other={nonsense}").status_code == 200
    merged = administrator.post(address, {"other": gone.pk, "card": "other"})
    assert said(merged) == "Rosi Anna and Rossi Anna have been merged."
    keep.refresh_from_db()
    assert (keep.card, keep.contact, Player.objects.count()) == ("00123", "", 1)
    own = administrator.get(f"/en/players/{keep.pk}/edit/")
    assert "Separate Rosi Anna again" in text_of(own)
    assert f'<a href="/en/players/{keep.pk}/edit/">undo the merge' in html_of(administrator.get("/en/club/journal/"))
    parted = administrator.post(f"/en/players/merges/{PlayerMerge.objects.get().pk}/part/")
    assert said(parted) == "Rosi Anna and Rossi Anna are separate members again."
    assert Player.objects.filter(pk=gone.pk, card="00123").exists()
    journal = text_of(administrator.get("/en/club/journal/"))
    assert "undo the merge" not in journal
    assert "Two members were merged" in journal and "A merge of two members was undone" in journal


def test_who_was_forgotten_is_so_after_merging_and_parting() -> None:
    keep, gone = two()
    merged = merge(keep, player_forget(player=gone))
    players_part(merge=merged, at=AT)
    assert set(Player.objects.values_list("pk", "forgotten")) == {(keep.pk, False), (gone.pk, True)}


def test_only_merges_that_can_still_be_undone_are_offered() -> None:
    keep, gone = two()
    made = merge(keep, gone)
    assert merges_of(keep, at=AT + MERGES_UNDONE_WITHIN) == [made]
    assert merges_of(keep, at=AT + MERGES_UNDONE_WITHIN + timedelta(seconds=1)) == []
