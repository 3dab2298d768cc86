"""What is staged again is what was played, and is played again where that is not certain."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from pages.refusals import Refused
from tests.factories import make_tournament, play_round, start_round
from tests.fuzz.sweep import taken_back
from tests.staging import STAGE, Scene, Stage
from tournaments.models import Round, Tournament
from tournaments.records import System

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's numbers go on after a rollback"),
]


@pytest.fixture(autouse=True)
def again(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Scene]]:
    """The scenes that are put again; nothing was staged before."""
    put, scenes = Stage._put_again, list[Scene]()

    def put_again(stage: Stage, scene: Scene, *given: Any) -> Any:
        scenes.append(scene)
        return put(stage, scene, *given)

    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(Stage, "_put_again", put_again)
        patches.setattr(STAGE, "scenes", {})
        patches.setattr(connection, "execute_wrappers", [STAGE.watch])
        yield scenes


def rows() -> dict[str, list[Any]]:
    found = {}
    for model in apps.get_app_config("tournaments").get_models():
        found[model.__name__] = list(model._base_manager.order_by("pk").values_list())
    return found


def evening() -> tuple[Tournament, Round]:
    """Stage two rounds with the services alone, on the same objects."""
    tournament = make_tournament(pairs=8, hands_per_round=2)
    play_round(start_round(tournament))
    return tournament, play_round(start_round(tournament, System.SWISS, memory=1), seed=3)


def staged() -> tuple[dict[str, list[Any]], list[dict[str, Any]]]:
    """Return all rows of an evening and what its objects hold, and take it back."""
    with taken_back():
        STAGE.open()
        objects = [{**vars(one), "_state": vars(one._state).copy()} for one in evening()]
        held = rows()
    for one in objects:
        one["_state"]["fields_cache"] = {name: vars(on) for name, on in one["_state"].get("fields_cache", {}).items()}
        for on in one["_state"]["fields_cache"].values():
            on.pop("_state")
    return held, objects


def test_rows_and_objects_are_those_that_were_played(again: list[Scene]) -> None:
    played = staged()
    assert again == [] and len(STAGE.scenes) == 5
    assert staged() == played and len(again) == 5


def test_other_arguments_are_another_scene(again: list[Scene]) -> None:
    for pairs in (4, 6):
        with taken_back():
            STAGE.open()
            tournament = make_tournament(pairs=pairs)
            assert tournament.pairs.count() == pairs
    for name in ("Uno", "Due"):
        with taken_back():
            STAGE.open()
            tournament = make_tournament(pairs=4)
            tournament.name = name
            assert start_round(tournament).tournament.pk == tournament.pk
    assert len(again) == 2


def test_what_was_staged_before_counts(again: list[Scene]) -> None:
    STAGE.open()
    first, second = make_tournament(pairs=4), make_tournament(pairs=4)
    assert first.pk != second.pk and again == []


def test_after_any_other_write_it_is_played(again: list[Scene]) -> None:
    for hands in (2, 2, 3):
        with taken_back():
            STAGE.open()
            tournament = make_tournament(pairs=4, hands_per_round=2)
            Tournament.objects.update(hands_per_round=hands)
            assert play_round(start_round(tournament)).tables.first().hands.count() == hands  # type: ignore[union-attr]
    assert len(again) == 2


def test_after_a_rollback_it_is_played(again: list[Scene]) -> None:
    STAGE.open()
    with taken_back():
        make_tournament(pairs=4)
    make_tournament(pairs=4)
    assert again == []


def test_where_queries_are_counted_it_is_played(again: list[Scene]) -> None:
    def asked() -> int:
        with taken_back():
            STAGE.open()
            with CaptureQueriesContext(connection) as queries:
                make_tournament(pairs=4)
            return len(queries)

    assert asked() == asked() > 4 and again == []


def test_where_something_is_patched_or_set_it_is_played(again: list[Scene], settings: Any) -> None:
    for patched in (False, True):
        with taken_back():
            STAGE.open(lambda patched=patched: patched)
            make_tournament(pairs=4)
    settings.LANGUAGE_CODE = "en"
    with taken_back():
        STAGE.open()
        make_tournament(pairs=4)
    assert again == []


def test_another_language_is_another_scene(again: list[Scene]) -> None:
    for language in ("it", "en"):
        with taken_back(), translation.override(language):
            STAGE.open()
            make_tournament(pairs=4)
    assert again == []


def test_what_is_refused_is_refused_again(again: list[Scene]) -> None:
    for _time in range(2):
        with taken_back():
            STAGE.open()
            tournament = make_tournament(pairs=1)
            with pytest.raises(Refused):
                play_round(start_round(tournament))
            assert STAGE.state is None
    assert len(again) == 1


@pytest.fixture
def patched_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.factories.FIRST_NAMES", ("Zita",))


@pytest.fixture
def staged_by_a_fixture() -> Tournament:
    return make_tournament(pairs=2)


def test_what_one_fixture_patched_is_known_where_another_stages(
    again: list[Scene], patched_names: None, staged_by_a_fixture: Tournament
) -> None:
    assert again == [] and STAGE.state is None and STAGE.scenes == {}
