"""The page for a similar tournament: its proposals, its ticks, and its refusals."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import make_tournament, members, pair
from tests.tournaments.views.pages import html_of, text_of, url
from tournaments.forms.club import similar_tournament
from tournaments.models import Pair, Tournament
from tournaments.seasons.rule import PointsBy, SeasonRule
from tournaments.services import pair_set_status, single_add
from tournaments.services.seasons import season_create

pytestmark = pytest.mark.django_db


def test_a_week_later_with_the_next_number_and_everybody_ticked_who_was_there(referee: Client) -> None:
    today = timezone.localdate()
    like = make_tournament(name="Serata 9", pairs=4, date=today - timedelta(days=15))
    pair_set_status(pair=pair(like, 2), status=Pair.Status.WITHDRAWN)
    page = html_of(referee.get(url("tournament_another", like)))
    assert 'value="Serata 10"' in page and f'value="{today + timedelta(days=6):%Y-%m-%d}"' in page
    assert page.count(" checked") == 3
    sent = {"name": "Serata 10", "date": "2026-12-04", "pairs": ["1", "4"]}
    assert referee.post(url("tournament_another", like), sent).status_code == 302
    tournament = Tournament.objects.get(name="Serata 10")
    assert [entered.players for entered in tournament.pairs.all()] == [pair(like, number).players for number in (1, 4)]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "This field is required"),
        ({"date": "domani"}, "Enter a valid date"),
        ({"pairs": ["99"]}, "99 is not one of the available choices"),
        ({"singles": ["77777"]}, "77777 is not one of the available choices"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_made(referee: Client, typed: dict[str, object], sentence: str) -> None:
    like = make_tournament(pairs=2)
    single_add(tournament=like, player=members(5)[4])
    sent = {"name": "Altro", "date": "2026-12-04", "pairs": ["1"]} | typed
    answer = referee.post(url("tournament_another", like), sent)
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert Tournament.objects.count() == 1


def test_nothing_needs_a_tick(referee: Client) -> None:
    like = make_tournament(pairs=2)
    single_add(tournament=like, player=members(5)[4])
    rule = SeasonRule(points=PointsBy.VP, table=())
    season = season_create(name="Campionato", rule=rule, tournaments={like.pk: 100})
    sent = {"name": "Altro", "date": "2026-12-04"}
    assert referee.post(url("tournament_another", like), sent).status_code == 302
    tournament = Tournament.objects.get(name="Altro")
    assert not tournament.pairs.exists() and not tournament.singles.exists()
    assert [entry.tournament for entry in season.entries.all()] == [like]


def test_of_more_pairs_than_a_form_has_ticks_for_all_come_or_nobody(
    referee: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(similar_tournament, "MOST_TICKS", 3)
    like = make_tournament(pairs=4)
    assert 'name="pairs"' not in html_of(referee.get(url("tournament_another", like)))
    for name, sent, many in (("Tutti", {"everybody": "on"}, 4), ("Nessuno", {}, 0)):
        referee.post(url("tournament_another", like), {"name": name, "date": "2026-12-04", **sent})
        assert Tournament.objects.get(name=name).pairs.count() == many


def test_a_season_goes_on_unless_its_tick_is_taken_away(referee: Client) -> None:
    like = make_tournament(name="Venerdì 1")
    rule = SeasonRule(points=PointsBy.VP, table=())
    season = season_create(name="Campionato", rule=rule, tournaments={like.pk: 100})
    page = html_of(referee.get(url("tournament_another", like)))
    assert f'name="seasons" value="{season.pk}"' in page and "Campionato" in page
    typed = {"name": "Venerdì 2", "date": "2026-12-04"}
    referee.post(url("tournament_another", like), typed)
    referee.post(url("tournament_another", like), typed | {"name": "Venerdì 3", "seasons": season.pk})
    assert [entry.tournament.name for entry in season.entries.all()] == ["Venerdì 1", "Venerdì 3"]
    text = text_of(referee.get(f"/en/seasons/{season.slug}/history/"))
    assert (
        "Season changed: Campionato" in text
        and "Tournament added: Venerdì 3" in text
        and "Tournament added: Venerdì 2" not in text
    )
    refused = referee.post(url("tournament_another", like), typed | {"seasons": "999"})
    assert refused.status_code == 422 and 'value="Venerdì 2"' in html_of(refused)
    assert "Campionato" not in html_of(referee.get(url("tournament_another", make_tournament(name="Altro"))))
