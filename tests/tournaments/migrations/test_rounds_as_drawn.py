"""The migration finds the draws of rounds in the data of older clubs: the same as are stored now."""

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.apps import apps

from burraco_club.integrity.histories import history_faults
from tests.factories import AT, draft_round, make_tournament, play_round, start_round
from tournaments.pairing.moves import swap
from tournaments.pairing.result_sources import Slips
from tournaments.interchange import export_tournament, to_json, tournament_import
from tournaments.models import Round
from tournaments.records import EntrantId, System
from tournaments.selectors.drafts import drafted
from tournaments.services import (
    draft_change,
    draft_redraw,
    draft_undo,
    round_publish,
    round_reseat,
    round_withdraw,
)

pytestmark = pytest.mark.django_db

MIGRATION = "0005_rounds_as_drawn"


def of_rounds() -> dict[int, tuple[Any, ...]]:
    """Return the rounds as the migration can restore them in an older club."""
    rows = Round.objects.order_by("pk").values_list("pk", "as_drawn", "redrawn", "seats_then", "undo")
    return {pk: (drawn.get("tables"), *others, _drawn_before(drawn, undo)) for pk, drawn, *others, undo in rows}


def _drawn_before(drawn: dict[str, Any], undo: list[dict[str, Any]]) -> list[Any]:
    """Return the tables of each earlier draw, the latest first; a draw without other tables repeats the later ones."""
    found = []
    for entry in reversed(undo):
        if entry.get("drawn"):
            drawn = entry.get("round", {}).get("as_drawn", drawn)
            found.append(drawn["tables"])
    return found


def forget() -> None:
    """Delete the data that older versions did not store."""
    for round_ in Round.objects.all():
        for entry in round_.undo:
            for name in ("as_drawn", "seats_then"):
                entry.get("round", {}).pop(name, None)
        Round.objects.filter(pk=round_.pk).update(as_drawn={}, redrawn=0, seats_then={}, undo=round_.undo)
        Round.history.filter(id=round_.pk).update(redrawn=0)


def walk(rng: Random, draft: Round, *, acts: Sequence[int] = range(4)) -> None:
    """Redraw, undo, and move somebody at random."""
    for _step in range(6):
        one, other = (EntrantId(number) for number in rng.sample(range(1, 9), 2))
        act = rng.choice(acts)
        if act == 0:
            draft_redraw(round=draft, seed=rng.randrange(1000))
        elif act == 1 and (depth := len(Round.objects.get(pk=draft.pk).undo)):
            draft_undo(round=draft, depth=depth)
        else:
            draft_change(round=draft, seen=(), change=lambda t, one=one, other=other: swap(t, one, other))  # type: ignore[misc]


@pytest.mark.parametrize("seed", range(8))
def test_what_was_kept_says_what_was_drawn(seed: int) -> None:
    rng = Random(seed)
    tournament = make_tournament(pairs=8, hands_per_round=2)
    first = draft_round(tournament, System.DRAW)
    walk(rng, first)
    round_publish(round=first, at=AT)
    round_withdraw(round=first)
    walk(rng, first)
    first = round_publish(round=Round.objects.get(pk=first.pk), at=AT)
    second = draft_round(tournament, System.MITCHELL, step=1)
    one, other = drafted(first).tables[0].ns, drafted(first).tables[1].ns
    round_reseat(round=first, seen=(), change=lambda t: swap(t, one, other), slips=Slips.STAY, at=AT)
    # In a history, an undone draw looks like the latest one.
    walk(rng, second, acts=(1, 2))
    known = of_rounds()
    assert all(tables for tables, *_others in known.values())
    # Only remembered draws count, not undone draws nor discarded drafts.
    remembered = {pk: sum(1 for e in Round.objects.get(pk=pk).undo if e.get("drawn")) for pk in known}
    forget()
    import_module(f"tournaments.migrations.{MIGRATION}").keep_what_was_drawn(apps, None)
    assert of_rounds() == {pk: (tables, remembered[pk], *others) for pk, (tables, _redrawn, *others) in known.items()}
    assert [fault for fault in history_faults() if fault.startswith(f"{Round._meta.db_table} ")] == []


def test_of_a_round_that_came_in_from_a_file_nobody_knows_more() -> None:
    tournament = make_tournament(pairs=8, hands_per_round=2)
    play_round(start_round(tournament))
    tournament.refresh_from_db()
    tournament_import(text=to_json(export_tournament(tournament)), slug="copia")
    forget()
    import_module(f"tournaments.migrations.{MIGRATION}").keep_what_was_drawn(apps, None)
    assert [bool(round_.as_drawn) for round_ in Round.objects.order_by("pk")] == [True, False]
