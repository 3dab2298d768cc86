"""The states of a tournament, and the refusals."""

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from pages.refusals import Refused
from tests.factories import AT, draft_round, make_tournament, pair, play_round, start_round
from tournaments.models import Tournament
from tournaments.services import (
    pair_delete,
    round_discard,
    round_withdraw,
    table_clear,
    tournament_announce,
    tournament_change,
    tournament_create,
    tournament_finish_play,
    tournament_make_final,
    tournament_reopen,
)
from tournaments.services.locking import end_announcement

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def test_name_and_date_are_enough_and_the_rest_follows_the_hands():
    four = tournament_create(name="Venerdì", date=date(2026, 11, 20))
    assert (four.ruleset, four.hands_per_round, four.rounds_planned, four.scale) == ("fibur_2026", 4, 4, "fibur_2026_4")
    assert (four.rest_vp, four.rest_mp, four.absence_vp, four.absence_mp) == (12, 305, 8, -305)
    three = tournament_create(name="Sabato", date=date(2026, 11, 21), hands_per_round=3)
    assert (three.scale, three.rest_vp, three.rest_mp, three.absence_vp) == ("fibur_2026_3", 14, 355, 6)


def test_a_round_of_an_unusual_number_of_hands_brings_its_own_scale():
    own = {"name": "lunga", "rows": [[100, 10], [400, 15]], "total": 20}
    six = tournament_create(name="Maratona", date=date(2026, 11, 20), hands_per_round=6, scale=own)
    assert (six.scale, six.rest_vp, six.round_minutes) == (own, 10, 50)


def test_two_tournaments_of_one_name_have_two_slugs():
    slugs = [tournament_create(name="Torneo!", date=date(2026, 11, day)).slug for day in (1, 2, 3)]
    assert slugs == ["torneo", "torneo-2", "torneo-3"]


def test_a_name_without_any_letter_has_a_slug_all_the_same():
    assert tournament_create(name="♠♥", date=date(2026, 11, 20)).slug == "torneo"


def test_settings_that_the_slips_depend_on_stay_once_a_round_is_drawn():
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    with pytest.raises(Refused):
        tournament_change(tournament=tournament, changes={"hands_per_round": 2})
    with pytest.raises(Refused):
        tournament_change(tournament=tournament, changes={"rounds_planned": 0})
    changed = tournament_change(tournament=tournament, changes={"venue": "Sala Aurora"})
    assert changed.venue == "Sala Aurora"
    assert Tournament.objects.get().hands_per_round == 4


def test_what_the_form_sends_unchanged_is_no_change_of_what_is_frozen() -> None:
    tournament = make_tournament(pairs=4)
    start_round(tournament)
    same = {"hands_per_round": tournament.hands_per_round, "ruleset": tournament.ruleset, "kind": tournament.kind}
    changed = tournament_change(tournament=tournament, changes=same | {"venue": "Sala Aurora"})
    assert changed.venue == "Sala Aurora" and changed.hands_per_round == tournament.hands_per_round


def test_checking_final_and_back():
    tournament = make_tournament(pairs=4)
    with pytest.raises(Refused):
        tournament_finish_play(tournament=tournament)
    round_ = start_round(tournament)
    with pytest.raises(Refused):
        tournament_make_final(tournament=tournament)
    play_round(round_)
    tournament_finish_play(tournament=tournament)
    with pytest.raises(Refused):
        start_round(tournament)
    tournament_make_final(tournament=tournament)
    table = round_.tables.first()
    with pytest.raises(Refused):
        table_clear(table=table, version=table.version)
    with pytest.raises(Refused):
        tournament_reopen(tournament=tournament, reason="  ")
    reopened = tournament_reopen(tournament=tournament, reason="Slip of table 1 misread")
    assert reopened.state == Tournament.State.CHECKING
    assert reopened.history.first().history_change_reason == "Slip of table 1 misread"
    assert tournament_reopen(tournament=tournament, reason="").state == Tournament.State.RUNNING


def test_every_write_counts_the_revision_up():
    tournament = make_tournament(pairs=4)
    seen = [Tournament.objects.get().revision]
    round_ = start_round(tournament)
    seen.append(Tournament.objects.get().revision)
    play_round(round_)
    seen.append(Tournament.objects.get().revision)
    tournament_change(tournament=tournament, changes={"venue": "Altrove"})
    seen.append(Tournament.objects.get().revision)
    assert seen == sorted(set(seen))


def test_the_kind_stays_once_somebody_is_entered():
    tournament = make_tournament(kind="teams", pairs=1, teams=["Aurora"])
    with pytest.raises(Refused, match="Somebody has already been entered"):
        tournament_change(tournament=tournament, changes={"kind": "individual"})
    pair_delete(pair=pair(tournament, 1))
    assert tournament_change(tournament=tournament, changes={"kind": "individual"}).kind == "individual"
    assert not tournament.teams.exists()


def test_missed_rounds_and_substitutes_can_be_changed_while_it_is_played():
    tournament = make_tournament(pairs=4)
    assert (tournament.missed_rounds, tournament.substitutes_allowed) == ("zero", True)
    start_round(tournament)
    changes = {"missed_rounds": "absence", "substitutes_allowed": False}
    changed = tournament_change(tournament=tournament, changes=changes)
    assert (changed.missed_rounds, changed.substitutes_allowed) == ("absence", False)


@pytest.mark.parametrize(
    "broken",
    [
        {"hands_per_round": 0},
        {"rounds_planned": 0},
        {"cut_after": 2},
        {"match_tables": 99},
        {"podium_shown_at": AT},
        {"slug": "~"},
        {"rounds_planned": 0, "match_sessions": 0},
    ],
    ids=str,
)
def test_conditions_asked_together_are_named_one_by_one_where_they_do_not_hold(broken: dict[str, Any]) -> None:
    tournament = make_tournament()
    with CaptureQueriesContext(connection) as asked:
        tournament.validate_constraints()
    assert sum("_check" in query["sql"] for query in asked) == 1
    for name, value in broken.items():
        setattr(tournament, name, value)
    with pytest.raises(ValidationError) as ours:
        tournament.validate_constraints()
    with pytest.raises(ValidationError) as djangos:
        Model.validate_constraints(tournament)
    assert ours.value == djangos.value and len(ours.value.messages) == len(broken)
    tournament.validate_constraints(exclude=[*broken, "carry"])


def test_what_is_no_number_is_a_fault_of_its_field_and_asked_of_no_database() -> None:
    tournament = make_tournament()
    tournament.hands_per_round = "four"
    with pytest.raises(ValidationError) as refused:
        tournament.full_clean()
    assert refused.value.error_dict.keys() == {"hands_per_round"}


def test_of_two_tournaments_of_one_name_created_at_once_the_second_takes_the_next_address(monkeypatch):
    make_tournament(name="Torneo")
    addresses = ["torneo", "torneo-2"]
    monkeypatch.setattr("tournaments.services.tournaments.free_slug", lambda _name: addresses.pop(0))
    assert make_tournament(name="Torneo").slug == "torneo-2"
    monkeypatch.setattr("tournaments.services.tournaments.free_slug", lambda _name: "torneo")
    with pytest.raises(Refused, match="Several tournaments of this name are being created"):
        make_tournament(name="Torneo")
    assert Tournament.objects.count() == 2


def test_what_follows_from_events_is_no_setting():
    with pytest.raises(ValueError, match=r"expected settings of a tournament, got \['state'\]"):
        tournament_change(tournament=make_tournament(), changes={"state": "final", "venue": "Sala"})
    assert Tournament.objects.get().venue == ""


def test_checking_time_begins_once_and_only_where_no_round_is_to_be_played():
    tournament = make_tournament(pairs=4, hands_per_round=2)
    round_ = start_round(tournament)

    def refused() -> None:
        with pytest.raises(Refused, match="Checking time begins when a round has been closed and none is under way"):
            tournament_finish_play(tournament=tournament)

    refused()
    round_withdraw(round=round_)
    round_discard(round=round_)
    assert Tournament.objects.get().state == Tournament.State.RUNNING
    refused()
    play_round(start_round(tournament))
    draft = draft_round(tournament)
    refused()
    round_discard(round=draft)
    assert tournament_finish_play(tournament=tournament).state == Tournament.State.CHECKING
    refused()


def test_a_reason_and_an_announcement_may_be_as_long_as_is_said():
    tournament = make_tournament(pairs=4)
    with pytest.raises(Refused, match="The tournament is already open"):
        tournament_reopen(tournament=tournament, reason="why not")
    Tournament.objects.update(state=Tournament.State.FINAL)
    with pytest.raises(Refused, match="at most 100 characters; this one has 101"):
        tournament_reopen(tournament=tournament, reason="r" * 101)
    assert tournament_reopen(tournament=tournament, reason="r" * 100).state == Tournament.State.CHECKING
    with pytest.raises(Refused, match="at most 160 characters, and this has 161"):
        tournament_announce(tournament=tournament, text="a" * 161)
    assert tournament_announce(tournament=tournament, text="a" * 160).announcement == "a" * 160


def test_an_announcement_made_in_a_later_round_does_not_end_with_an_earlier_one():
    tournament = make_tournament()
    tournament.announcement, tournament.announcement_until = "Buffet", 2
    end_announcement(tournament, until=1)
    assert tournament.announcement == "Buffet"
    end_announcement(tournament, until=2)
    assert tournament.announcement == ""
