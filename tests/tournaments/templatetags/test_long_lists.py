"""The long lists are written row by row, with the same result as a plain template."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from django.template import engines
from django.utils.translation import override

from tests.factories import AT, make_tournament, pair, play_round, play_table, slip, start_round
from tournaments.models import Pair, Tournament
from tournaments.records import Entrant, EntrantId, Outcome, System
from tournaments.records.sections import in_section
from tournaments.selectors.cross_tables import cross_tables_of
from tournaments.selectors.desk import lay_out, open_desk
from tournaments.selectors.hall.hall import hall_of
from tournaments.selectors.hall.pair_rounds import rounds_of
from tournaments.selectors.hall.seats import player_rows_of, players_of, tables_of
from tournaments.selectors.ranking import hands_of_entrant
from tournaments.services import adjustment_add, pair_set_status, pairs_add_many, table_set_outcome
from tournaments.templatetags.cross_tables import BLOCK
from tournaments.views.desk.page import chips_of
from tournaments.wording.entrants import words_of

pytestmark = pytest.mark.django_db

PLAIN = Path(__file__).parent / "plain"
WRITTEN = {
    "ranking": "{% load hall %}{% public_ranking_rows hall words %}",
    "seats": "{% load hall %}{% seat_rows hall players %}",
    "round": "{% load hall %}{% table_rows hall tables %}",
    "wall_seats": "{% load hall %}{% wall_seats hall players %}",
    "wall_tiles": "{% load hall %}{% wall_tiles tiles %}",
    "wall_ranking": "{% load hall %}{% wall_ranking hall %}",
    "cross_table": "{% load cross_tables %}{% cross_rows table tournament pair_page %}",
    "own_rounds": "{% load pair_rounds %}{% my_rounds rounds tournament words %}",
}

NAMES = (
    ('<b>O\'Neil</b> & "X"', "D'Angelò & Figli"),
    ("</a><script>alert(1)</script>", "Ng – Bò {{ words }} {% now %}"),
    ("%(number)s %s", "&amp; &lt;"),
    ("Rossi Anna", "Bianchi Carlo"),
    ("Verdi Ugo", "Neri Ida"),
    ("Tardi Ugo", "Attesa Clara"),
    ("Zeta Zoe", "Alfa Ada"),
)


def pairs_evening() -> Tournament:
    """Create two rounds with a rest, an absence, a penalty, a withdrawn pair and a missing one."""
    tournament = make_tournament(hands_per_round=2)
    pairs_add_many(tournament=tournament, lines=NAMES, here=True)
    pairs_add_many(tournament=tournament, lines=[("Non Qui", "Nemmeno Lei")])
    first = start_round(tournament)
    play_table(first.tables.get(number=1), slip(1300, 120, other_points=85), slip(200, 40, other_points=60))
    table_set_outcome(table=first.tables.get(number=2), version=0, outcome=Outcome.ABSENT_NS, at=AT)
    play_round(first, close=True)
    adjustment_add(round=first, pair=pair(tournament, 2), mp=-100, reason="<i>late</i> & loud", article="3'1")
    adjustment_add(round=first, pair=pair(tournament, 1), vp=-1, reason="%(number)s")
    second = start_round(tournament, System.DANISH)
    play_table(second.tables.get(number=1))
    pair_set_status(pair=pair(tournament, 6), status=Pair.Status.WITHDRAWN)
    return tournament


def individual_evening() -> Tournament:
    tournament = make_tournament(pairs=5, kind="individual", hands_per_round=2)
    play_round(start_round(tournament, System.INDIVIDUAL), seed=1)
    play_table(start_round(tournament, System.INDIVIDUAL).tables.get(number=1))
    return tournament


def cup() -> Tournament:
    tournament = make_tournament(pairs=5, hands_per_round=2)
    play_round(start_round(tournament, System.KNOCKOUT), seed=1)
    start_round(tournament, System.KNOCKOUT)
    return tournament


def with_missed_rounds() -> Tournament:
    """Create an evening in which a pair has left after the first round, and a round missed counts as an absence."""
    tournament = make_tournament(pairs=5, hands_per_round=2, missed_rounds="absence")
    play_round(start_round(tournament))
    pair_set_status(pair=pair(tournament, 2), status=Pair.Status.WITHDRAWN)
    play_round(start_round(tournament, System.DANISH))
    return tournament


EVENINGS = {"missed": with_missed_rounds, "pairs": pairs_evening, "individual": individual_evening, "knockout": cup}


def parts_of(html: str) -> list[str]:
    """Return tags and texts in order, with spaces between them as a browser shows them."""
    html = re.sub(r"\s+", " ", html)
    return [part.strip() for part in re.split(r"(<[^>]*>)", html) if part.strip()]


def contexts(tournament: Tournament) -> Mapping[str, list[dict[str, object]]]:
    hall = hall_of(tournament)
    shared: dict[str, object] = {"hall": hall, "tournament": tournament, "words": words_of(tournament.kind)}
    moves = hall.latest_moves
    ranking = {"ranking": [(row, stage, moves.climbed(row.entrant.id)) for row, stage in hall.ranking()]}
    system = hall.under_way.system if hall.under_way else ""
    players = {"players": player_rows_of(hall, players_of(hall)), "system": system}
    rounds = [
        {"tables": tables_of(hall, round_.number), "system": round_.system, "number": round_.number}
        for round_ in hall.rounds
    ]
    crossed = cross_tables_of(hall.rounds, hall.evening, hall.standings, as_list=True)
    sectioned = [table._replace(table=in_section(23, (17,))) for table in hall.playing_tables]
    of_thousands = [table._replace(table=1234) for table in hall.playing_tables]
    own = [{"rounds": rounds_of(hall, number, hands_of_entrant(tournament, number))} for number in hall.entrants]
    lists: Mapping[str, list[dict[str, object]]] = {
        "ranking": [dict(ranking)],
        "seats": [dict(players)],
        "round": [dict(round_) for round_ in rounds],
        "wall_seats": [dict(players)],
        "wall_tiles": [{"tiles": [*hall.playing_tables, *sectioned, *of_thousands]}],
        "wall_ranking": [
            {"ranking": [(row, row.entrant.label, moves.climbed(row.entrant.id)) for row in hall.standings]}
        ],
        "cross_table": [
            {"table": crossed.whole.table if crossed else None, "pair_page": "public_pair", "block": BLOCK}
        ],
        "own_rounds": [dict(rounds) for rounds in own],
    }
    return {name: [shared | values for values in given] for name, given in lists.items()}


@pytest.mark.parametrize("evening", EVENINGS)
def test_every_list_says_what_a_plain_template_says(evening: str) -> None:
    tournament = EVENINGS[evening]()
    django = engines["django"]
    for language in ("it", "en"):
        with override(language):
            for name, given in contexts(tournament).items():
                written = django.from_string(WRITTEN[name])
                plain = django.from_string((PLAIN / f"{name}.html").read_text(encoding="utf-8"))
                for context in given:
                    assert parts_of(written.render(context)) == parts_of(plain.render(context)), (name, language)
                    assert "<b>O" not in written.render(context)


@pytest.mark.parametrize(("more", "marks"), [(0, 4), (-1, 1)])
def test_of_a_long_ranking_only_the_top_tells_its_moves(monkeypatch: pytest.MonkeyPatch, more: int, marks: int) -> None:
    tournament = make_tournament(pairs=4, hands_per_round=2)
    for seed in (1, 2):
        play_round(start_round(tournament, System.DANISH), seed=seed)
    hall = hall_of(tournament)
    places = {row.entrant.id: row.place for row in hall.standings}
    monkeypatch.setattr(type(hall.latest_moves), "climbed", lambda _course, entrant: places[entrant])
    monkeypatch.setattr("tournaments.templatetags.hall.MARKED", len(hall.standings) + more)
    monkeypatch.setattr("tournaments.templatetags.hall.MARKED_OF_MORE", 1)
    context = {"hall": hall, "words": words_of(tournament.kind)}
    assert engines["django"].from_string(WRITTEN["ranking"]).render(context).count('class="moved') == marks


ON_PHONES = {"tile": "typing", "colour": "blue", "sign": "<✎>", "word": "writes & sends"}


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_tables_at_the_desk_say_what_a_plain_template_says(language: str) -> None:
    evening, chips = pairs_evening(), []
    for number in (1, 2):
        desk = open_desk(evening.slug, number)
        chips += chips_of(lay_out(desk, top=None), lay_out(desk, top=None).grid.tables)
    assert {chip["state"] for chip in chips} == {"in", "open", "absent", "rest"}
    chips += [chips[0] | {"state": "bye"}, chips[1] | ON_PHONES, chips[2] | {"number": in_section(23, (17,))}]
    chips.append(chips[0] | {"number": 1234, "seats": [Entrant(id=EntrantId(2345), names=("Rossi Anna",))]})
    written = "{% load desk %}{% table_tiles chips selected swapped=swapped %}"
    plain = (PLAIN / "desk_tiles.html").read_text(encoding="utf-8")
    with override(language):
        for selected, swapped in ((None, False), (2, True)):
            context = {"chips": chips, "selected": selected, "swapped": swapped}
            ours, theirs = (engines["django"].from_string(text).render(context) for text in (written, plain))
            assert parts_of(ours) == parts_of(theirs)
            assert "<b>O" not in ours and ours.count("<li") == len(chips)
            assert ("aria-current" in ours) == (selected is not None)


def test_the_entrants_of_the_evening_are_all_kinds_of_rows() -> None:
    """The data for the comparison covers all cases."""
    hall = hall_of(pairs_evening())
    assert {row.outcome for round_ in hall.rounds for row in tables_of(hall, round_.number)} >= {
        *(Outcome.PLAYED, Outcome.ABSENT_NS, Outcome.REST, Outcome.OPEN)
    }
    assert hall.withdrawn == {EntrantId(6)}
    assert any(not row.entrant.active and row.seat is None for row in player_rows_of(hall, players_of(hall)))
    assert any(row.mp > 1000 for row in hall.standings)
    assert {(hall.latest_moves.climbed(row.entrant.id) or 0) > 0 for row in hall.standings} == {True, False}
