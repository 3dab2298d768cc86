"""The pages of a season for its readers: their content, their refusals, and their queries."""

import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from openpyxl import load_workbook

from accounts.models import JournalEntry
from burraco_club.rights import rights_of
from pages.refusals import Refused
from tests.factories import AT, make_account, make_teams, make_tournament, play_table, slip
from tests.tournaments.selectors.test_seasons import VP, played, season
from tests.tournaments.sheets.sheet_text import pages_of
from tests.tournaments.views.pages import said
from tournaments.forms.seasons.final import SeasonFinalForm
from tournaments.interchange import to_json
from tournaments.interchange.season import export_season
from tournaments.models import Player, Season, Table, Tournament
from tournaments.seasons.rule import RankedAs, SeasonRule, SeasonTie
from tournaments.seasons.rule_json import rule_from_json
from tournaments.seasons.tournament_points import Ranked
from tournaments.selectors.seasons import pair_key, season_view_of
from tournaments.services import (
    club_choose_accent,
    club_rename,
    pair_add,
    pairs_add_many,
    player_change,
    tournament_delete,
    tournament_make_final,
    tournament_reopen,
)
from tournaments.services.seasons import season_change, season_create, season_delete
from tournaments.sheets.season_sheet import SeasonHeading, SeasonSheet, ShortLine
from tournaments.views.hall.page_cache import clear_page_cache
from tournaments.views.seasons import files, final

pytestmark = pytest.mark.django_db

PLACES = SeasonRule(table=(1000, 700, 500), best=1, ties=())


def text_of(html: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.decode()))


@pytest.fixture
def circuit(db: None) -> Season:
    """Two final tournaments and one in progress; one result counts."""
    waiting = make_tournament(name="Terzo", date=date(2026, 11, 22), pairs=6)
    return season(PLACES, played("Primo", day=1), played("Secondo", day=8, seed=6), waiting, public=True)


def typed(*tournaments: Tournament, **changes: object) -> dict[str, object]:
    """Return the form's data: the tick and the weight of each tournament."""
    form: dict[str, object] = {"name": "Circuito", "ranked": "players", "points": "place", "table": "10 7,5 5"}
    form |= {"equal": "mean", "bonus": "1.5", "least_rounds": "1", "best": "3", "per_venue": "2", "attendance": "2"}
    form |= {"ties_0": "best", "ties_1": "lot"}
    for tournament in Tournament.objects.all():
        form[f"w{tournament.pk}"] = "1"
    for tournament in tournaments:
        form |= {f"t{tournament.pk}": "on", f"w{tournament.pk}": "1,5"}
    return form | changes


# --- The form --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "slugs"),
    [
        (["Città d’Estate"] * 2, ["citta-destate", "citta-destate-2"]),
        (["★★"] * 2, ["stagione", "stagione-2"]),
    ],
)
def test_each_season_has_an_address_of_its_own(db: None, names: list[str], slugs: list[str]) -> None:
    assert [season_create(name=name, rule=PLACES, tournaments={}).slug for name in names] == slugs


def test_a_season_is_made_of_what_was_typed(referee: Client) -> None:
    one, _other = make_tournament(name="Uno"), make_tournament(name="Due")
    answer = referee.post("/seasons/new/", typed(one, public="on"))
    made = Season.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, "/seasons/circuito/")
    assert [(entry.tournament, entry.weight) for entry in made.entries.all()] == [(one, 150)]
    assert rule_from_json(made.rule) == SeasonRule(
        table=(1000, 750, 500),
        bonus=150,
        best=3,
        per_venue=2,
        attendance=2,
        ties=(SeasonTie.BEST, SeasonTie.LOT),
    )
    assert made.public


@pytest.mark.parametrize("public", [False, True])
def test_the_form_shows_a_season_as_it_is_and_saves_it_as_it_was(referee: Client, public: bool) -> None:
    one = make_tournament(name="Uno")
    referee.post("/seasons/new/", typed(one, **({"public": "on"} if public else {})))
    made = Season.objects.get()
    assert made.public is public
    form = referee.get("/seasons/circuito/edit/").context["form"]
    values = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    ties = values.pop("ties")
    sent = {name: "on" if value is True else value for name, value in values.items()}
    saved = referee.post("/seasons/circuito/edit/", sent | {f"ties_{at}": tie for at, tie in enumerate(ties)})
    assert "«Circuito»" in said(saved)
    again = Season.objects.get()
    assert (again.rule, again.name, again.public) == (made.rule, made.name, made.public)
    assert again.revision == made.revision + 1
    assert [(entry.tournament, entry.weight) for entry in again.entries.all()] == [(one, 150)]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": ""}, "obbligatorio"),
        ({"table": "10 x 5"}, "Posto 2: “x” non è un numero di punti"),
        ({"table": "10 12"}, "Un posto non può valere più di quello prima"),
        ({"table": ""}, "I punti per piazzamento vogliono una tabella"),
        ({"table": "1 " * 201}, "Al massimo 200 posti"),
        ({"table": "10,7,5"}, "Posto 1: “10,7,5” non è un numero di punti"),
        ({"bonus": "-1"}, "“-1” qui non va"),
        ({"bonus": "1.555"}, "“1.555” qui non va"),
        ({"bonus": "10000.01"}, "“10000.01” qui non va"),
        ({"table": "10000,01 1"}, "Posto 1: “10000,01” non è un numero di punti"),
        ({"best": ""}, "I risultati di una sede si limitano solo"),
        ({"per_venue": "4"}, "Più risultati di una sede"),
        ({"least_rounds": "0"}, "maggiore o uguale a 1"),
        ({"ties_1": "best"}, "Un criterio c’è due volte"),
        ({"ranked": "clubs"}, "clubs"),
    ],
)
def test_what_cannot_be_is_said_where_it_stands_and_stays_typed(
    referee: Client, changes: dict[str, str], sentence: str
) -> None:
    one = make_tournament(name="Uno")
    answer = referee.post("/seasons/new/", typed(one, **changes))
    assert answer.status_code == 422
    assert sentence.replace("“", "«").replace("”", "»") in text_of(answer.content)
    assert not Season.objects.exists()
    form = answer.context["form"]
    assert all(form[name].value() == value for name, value in changes.items() if name in form.fields)


@pytest.mark.parametrize(("points", "weight", "stored"), [("10000", "100", 10_000), ("0", "0.01", 1)])
def test_the_most_and_the_least_can_be_typed(referee: Client, points: str, weight: str, stored: int) -> None:
    one = make_tournament(name="Uno")
    referee.post("/seasons/new/", typed(one, table=points, bonus=points, **{f"w{one.pk}": weight}))
    rule = rule_from_json(Season.objects.get().rule)
    assert (rule.table, rule.bonus) == ((int(points) * 100,), int(points) * 100)
    assert Season.objects.get().entries.get().weight == stored


def test_a_weight_of_nothing_is_refused(referee: Client) -> None:
    one = make_tournament(name="Uno")
    answer = referee.post("/seasons/new/", typed(one, **{f"w{one.pk}": "0"}))
    assert answer.status_code == 422 and "«0» qui non va" in text_of(answer.content)


def test_a_tournament_without_anybody_whom_the_season_ranks_is_named(referee: Client) -> None:
    answer = referee.post("/seasons/new/", typed(make_tournament(name="Uno", kind="individual"), ranked="pairs"))
    assert answer.status_code == 422 and "«Uno» è di un altro tipo" in text_of(answer.content)


def test_a_season_is_deleted_and_its_tournaments_stay(administrator: Client, circuit: Season) -> None:
    deleted = administrator.post("/seasons/circuito/delete/")
    assert "è stata eliminata" in said(deleted)
    assert not Season.objects.exists() and Tournament.objects.count() == 3


# --- The ranking -----------------------------------------------------------------------------------------------------


def test_the_page_shows_places_points_and_every_result(referee: Client, circuit: Season) -> None:
    page = referee.get("/seasons/circuito/")
    html, text = page.content.decode(), text_of(page.content)
    rows = season_view_of(circuit).rows
    assert html.count('<th scope="row">') >= len(rows) == 12
    dropped = [cell for row in rows for cell in row.cells if cell and cell.counts == "dropped" and cell.points]
    assert html.count('<td class="number muted">(') == sum(
        cell is not None and cell.counts != "yes" for row in rows for cell in row.cells
    )
    assert dropped and "Tra parentesi" in text
    assert "Terzo" in text and "iscrizioni" in text


def test_the_ranking_as_of_a_tournament(referee: Client, circuit: Season) -> None:
    page = referee.get("/seasons/circuito/?after=1")
    assert page.context["rows"] == season_view_of(circuit, after=1).rows
    assert 'href="/seasons/circuito/?after=2"' in page.content.decode()
    for nonsense in ("3", "0", "x", "-1", "9" * 5, "²"):
        assert referee.get("/seasons/circuito/", {"after": nonsense}).status_code == 404


def test_a_place_is_found_by_its_number_before_those_that_begin_with_it(referee: Client) -> None:
    """Who is not ranked has no place to be found by."""
    season(replace(VP, attendance=2), played("Primo", pairs=6), played("Secondo", pairs=8, seed=6))

    def places(typed: str) -> list[int | None]:
        listed = referee.get("/seasons/circuito/", {"q": typed}).context["listed"]
        return [row.place for row in listed.page]

    ranked = [place for place in places("") if place is not None]
    assert (len(ranked), places("").count(None), ranked[-1]) == (12, 4, 11)
    assert places("1") == [place for place in ranked if place == 1] + [place for place in ranked if place > 9]
    assert places("11") == [11, 11]


def test_a_category_has_places_of_its_own(referee: Client, circuit: Season) -> None:
    chosen = [int(row.who) for row in season_view_of(circuit).rows[3:7]]
    Player.objects.filter(pk__in=chosen).update(category="Seniores & co.")
    page = referee.get("/seasons/circuito/", {"category": "Seniores & co."})
    assert sorted(int(row.who) for row in page.context["rows"]) == sorted(chosen)
    assert page.context["rows"][0].place == 1
    assert "?category=Seniores%20%26%20co.&amp;after=" not in page.content.decode()
    assert 'href="/seasons/circuito/?after=1&amp;category=Seniores%20%26%20co."' in page.content.decode()
    assert referee.get("/seasons/circuito/", {"category": "x"}).status_code == 404


def test_what_is_still_needed_stands_there_while_one_tournament_is_missing(referee: Client, circuit: Season) -> None:
    page = referee.get("/seasons/circuito/")
    assert page.context["needed"] and "Chi può ancora vincere" in text_of(page.content)
    assert not referee.get("/seasons/circuito/?after=1").context["needed"]


def test_names_are_escaped(referee: Client, circuit: Season) -> None:
    Player.objects.update(last_name="<b>Rossi</b>")
    assert "<b>" not in referee.get("/seasons/circuito/").content.decode()


# --- For everybody ---------------------------------------------------------------------------------------------------


def test_everybody_sees_a_public_season_with_the_names_as_players_want_them(client: Client, circuit: Season) -> None:
    first = Player.objects.get(pk=int(season_view_of(circuit).rows[0].who))
    Player.objects.filter(pk=first.pk).update(shown=Player.Shown.SHORT)
    page = client.get("/s/circuito/")
    assert page.status_code == 200 and not page.cookies
    assert f"{first.last_name} {first.first_name[0]}." in text_of(page.content)
    assert first.full_name not in text_of(page.content)
    assert "/s/circuito/" in client.get("/").content.decode()


def test_a_season_that_is_not_public_is_nowhere_for_the_public(client: Client, circuit: Season) -> None:
    Season.objects.update(public=False)
    assert client.get("/s/circuito/").status_code == 404
    assert "circuito" not in client.get("/").content.decode()


def test_the_public_page_is_new_only_when_something_changed(client: Client, circuit: Season) -> None:
    etag = client.get("/s/circuito/")["ETag"]
    assert client.get("/s/circuito/", headers={"If-None-Match": etag}).status_code == 304
    assert client.get("/en/s/circuito/")["ETag"] != etag
    tournament_reopen(tournament=Tournament.objects.get(name="Primo"), reason="Errore")
    assert client.get("/s/circuito/", headers={"If-None-Match": etag}).status_code == 200


def _another_rule(circuit: Season) -> None:
    chosen = {entry.tournament_id: entry.weight for entry in circuit.entries.all()}
    season_change(season=circuit, name="Circuito", rule=replace(PLACES, bonus=100), tournaments=chosen, public=True)


def _another_result(_circuit: Season) -> None:
    opened = tournament_reopen(tournament=Tournament.objects.get(name="Secondo"), reason="Errore")
    table = Table.objects.filter(round__tournament=opened, round__number=1, ew__isnull=False).first()
    assert table is not None
    play_table(table, slip(900, 200), slip(900, 200))
    tournament_make_final(tournament=opened)


def _another_name(circuit: Season) -> None:
    first = Player.objects.get(pk=int(season_view_of(circuit).rows[0].who))
    details = {name: getattr(first, name) for name in ("last_name", "first_name", "club", "card", "contact")}
    player_change(player=first, details=details | {"shown": Player.Shown.SHORT})


def _another_club(_circuit: Season) -> None:
    club_rename(name="Aurora Burraco")


def _another_colour(_circuit: Season) -> None:
    club_choose_accent(accent="#8a1c1c")


def _another_field(_circuit: Season) -> None:
    pair_add(tournament=Tournament.objects.get(name="Terzo"), players=["Nuova Ida", "Nuova Eva"], here=True)


def _put_away(_circuit: Season) -> None:
    tournament_delete(tournament=Tournament.objects.get(name="Primo"), by=make_account(), at=AT)


CHANGES = (_another_rule, _another_result, _another_name, _another_club, _another_colour, _another_field, _put_away)


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_the_public_page_moves_it(
    client: Client, circuit: Season, change: Callable[[Season], None]
) -> None:
    before = client.get("/s/circuito/")
    change(circuit)
    clear_page_cache()
    made_anew = client.get("/s/circuito/")
    assert made_anew.content != before.content
    assert made_anew["ETag"] != before["ETag"]


def test_the_name_of_the_club_moves_a_season_without_tournaments_too(client: Client) -> None:
    season(VP, public=True)
    etag = client.get("/s/circuito/")["ETag"]
    club_rename(name="Aurora Burraco")
    again = client.get("/s/circuito/", headers={"If-None-Match": etag})
    assert again.status_code == 200 and "Aurora Burraco" in again.content.decode()


def test_a_reader_more_costs_one_query(client: Client, circuit: Season, django_assert_num_queries: Any) -> None:
    for address in ("/s/circuito/", "/s/circuito/?after=1"):
        first = client.get(address)
        with django_assert_num_queries(1):
            assert client.get(address).content == first.content
        with django_assert_num_queries(1):
            assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get("/s/circuito/?after=9").status_code == 404


def test_a_reader_more_gets_what_the_view_gives(
    client: Client, circuit: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is answered before the view, in both languages, with the same content and headers."""
    pages = [prefix + page for prefix in ("", "/en") for page in ("/s/circuito/", "/s/circuito/?after=1")]
    known = {page: {"If-None-Match": client.get(page)["ETag"]} for page in pages}
    early = {page: (client.get(page), client.get(page, headers=known[page])) for page in pages}
    monkeypatch.setattr("tournaments.views.seasons.public.cached_season", lambda _request, _slug: None)
    for page in pages:
        whole, not_modified = client.get(page), client.get(page, headers=known[page])
        assert (whole.content, dict(whole.headers)) == (early[page][0].content, dict(early[page][0].headers))
        assert not_modified.status_code == early[page][1].status_code == 304
        # A response without content states its length.
        assert dict(not_modified.headers) == dict(early[page][1].headers) | {"Content-Length": "0"}


def test_a_season_that_is_not_for_everybody_is_asked_of_the_view(
    client: Client, circuit: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is cached is held against the table of rights, too."""
    client.get("/s/circuito/")
    for middleware in ("burraco_club.early_answers", "burraco_club.middleware"):
        monkeypatch.setattr(f"{middleware}.rights_of", lambda _name: rights_of("season_edit"))
    assert client.get("/s/circuito/").status_code != 200


@override_settings(ALLOWED_HOSTS=["club.example"])
def test_a_cached_season_is_answered_for_the_clubs_own_names_alone(client: Client, circuit: Season) -> None:
    for _first_and_further in range(2):
        assert client.get("/s/circuito/", headers={"Host": "club.example"}).status_code == 200
    assert client.get("/s/circuito/", headers={"Host": "evil.example"}).status_code == 400


def test_a_season_hidden_again_or_deleted_is_not_kept_for_anybody(client: Client, circuit: Season) -> None:
    etag = client.get("/s/circuito/")["ETag"]
    chosen = {entry.tournament_id: entry.weight for entry in circuit.entries.all()}
    season_change(season=circuit, name="Circuito", rule=PLACES, tournaments=chosen, public=False)
    assert client.get("/s/circuito/", headers={"If-None-Match": etag}).status_code == 404
    season_change(season=circuit, name="Circuito", rule=PLACES, tournaments=chosen, public=True)
    assert client.get("/s/circuito/").status_code == 200
    season_delete(season=circuit)
    assert client.get("/s/circuito/").status_code == 404


# --- Files -----------------------------------------------------------------------------------------------------------


def test_the_spreadsheet_holds_the_ranking_and_what_counts(referee: Client, circuit: Season) -> None:
    book = load_workbook(io.BytesIO(referee.get("/seasons/circuito/ranking.xlsx").content))
    everything, counting, tournaments = (list(sheet.values) for sheet in book.worksheets)
    rows = season_view_of(circuit).rows
    assert [row[3] for row in everything[1:]] == [row.points / 100 for row in rows]
    for line, row in zip(counting[1:], rows, strict=True):
        assert sum(cell or 0 for cell in line[5:]) == row.points / 100
    assert [row[1] for row in tournaments[1:]] == ["Primo", "Secondo"]
    assert JournalEntry.objects.filter(event="ranking_export", about="Circuito").count() == 1


def test_the_list_with_separators(referee: Client, circuit: Season) -> None:
    text = referee.get("/seasons/circuito/ranking.csv?separator=semicolon").content.decode("utf-8-sig")
    assert text.splitlines()[0] == "Posto;Nome;Categoria;Punti;Tornei;Primo;Secondo"
    assert len(text.splitlines()) == 13
    assert referee.get("/seasons/circuito/ranking.csv?separator=x").status_code == 404


def test_the_sheet_prints_everybody(referee: Client, circuit: Season) -> None:
    printed = " ".join(
        " ".join(page.split()) for page in pages_of(referee.get("/seasons/circuito/ranking.pdf").content)
    )
    season_view = season_view_of(circuit)
    assert all(season_view.people[row.who].name in printed for row in season_view.rows)
    assert "1. Primo" in printed and "Classifica della stagione" in printed


def printed_sheet(referee: Client, address: str, monkeypatch: pytest.MonkeyPatch) -> SeasonSheet:
    """Return what is printed of a season."""
    sheets: list[SeasonSheet] = []
    monkeypatch.setattr(files, "season_sheet", lambda sheet: sheets.append(sheet) or b"")
    assert referee.get(address).status_code == 200
    return sheets[0]


def test_the_sheet_has_brackets_for_what_does_not_count_and_nothing_for_absence(
    referee: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    club_rename(name="Circolo del Nord")
    season(
        SeasonRule(table=(1000, 700), best=1, ties=(), least_rounds=2),
        played("Primo", day=1, pairs=4),
        played("Secondo", day=8, pairs=6),
        played("Terzo", day=9, pairs=6, rounds=1),
    )
    sheet = printed_sheet(referee, "/seasons/circuito/ranking.pdf", monkeypatch)
    assert sheet.club == "Circolo del Nord"
    assert {cell for line in sheet.lines for cell in line.cells} == {"", "0", "(0)", "7", "10", "(10)", "(–)"}
    assert {line.cells[2] for line in sheet.lines} == {"(–)"}
    assert [line.cells[0] for line in sheet.lines].count("") == 4


def test_the_sheet_says_who_is_in_the_final_who_is_passed_over_and_what_is_not_decided(
    referee: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both players of a pair share its place, so one more qualifies than there is room for."""
    evenings = [played("Primo", day=1), played("Secondo", day=8), make_tournament(name="Terzo", pairs=4)]
    made = season(SeasonRule(table=(1000, 700), ties=(), parts=(1, 1, 1), qualified=1), *evenings)
    season_view = season_view_of(made)
    first, second, _third = [
        [season_view.name_of(row.who).name for row in part.qualified] for part in season_view.parts
    ]
    assert len(first) == len(second) == 2
    more = "All’ultimo posto utile di questa parte sono in più di quanti ne entrano: decide l’arbitro."
    *below, nobody = printed_sheet(referee, "/seasons/circuito/ranking.pdf", monkeypatch).below
    assert below == [
        SeasonHeading("La finale · Parte 1: tornei dal 1 al 1"),
        *(ShortLine(place=1, name=name) for name in first),
        more,
        SeasonHeading("La finale · Parte 2: tornei dal 2 al 2"),
        *(ShortLine(place=3, name=name) for name in second),
        more,
        f"Già in finale, e quindi saltati: {'; '.join(first)}",
        SeasonHeading("La finale · Parte 3: tornei dal 3 al 3 · a questo punto"),
    ]
    assert nobody == "Ancora nessuno."


def test_a_season_goes_out_as_json_and_comes_in_again(referee: Client, circuit: Season) -> None:
    data = referee.get("/seasons/circuito/season.json").json()
    circuit.delete()
    file = io.BytesIO(json.dumps(data).encode())
    file.name = "season.json"
    assert referee.post("/seasons/import/", {"file": file}).status_code == 302
    assert export_season(Season.objects.get()) == data


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("format", "x", "format: "),
        ("version", 2, "version: "),
        ("season.name", "", "season.name: "),
        ("season.slug", "A b", "season.slug: "),
        ("season.rule.ranked", "clubs", "season.rule.ranked: "),
        ("season.rule.table", [100, 200], "season.rule.table: "),
        ("season.rule.table", [100, "x"], "season.rule.table[1]: "),
        ("season.rule.best", 0, "season.rule.best: "),
        ("season.rule.per_venue", 2, "season.rule.per_venue: "),
        ("season.rule.ties", ["lot", "lot"], "season.rule.ties: "),
        ("season.rule.extra", 1, "season.rule.extra: "),
        ("tournaments", [{"slug": "nowhere", "weight": 100}], "tournaments[0].slug: "),
        ("tournaments", [{"slug": "primo", "weight": 0}], "tournaments[0].weight: "),
        ("tournaments", [{"slug": "primo", "weight": 100}] * 2, "tournaments[1].slug: "),
    ],
)
def test_a_spoilt_file_is_refused_by_the_place_of_its_fault(
    referee: Client, circuit: Season, path: str, value: Any, sentence: str
) -> None:
    data = export_season(circuit)
    data["season"]["slug"] = "altro"
    *steps, last = path.split(".")
    parent = data
    for step in steps:
        parent = parent[step]
    parent[last] = value
    file = io.BytesIO(to_json(data).encode())
    file.name = "season.json"
    answer = referee.post("/seasons/import/", {"file": file})
    assert answer.status_code == 422 and sentence in text_of(answer.content)
    assert Season.objects.count() == 1


def test_the_commands_do_the_same(circuit: Season, tmp_path: Any) -> None:
    out = io.StringIO()
    call_command("export_season", "circuito", stdout=out)
    file = tmp_path / "season.json"
    file.write_text(out.getvalue(), encoding="utf-8")
    with pytest.raises(CommandError, match="season.slug"):
        call_command("import_season", str(file))
    call_command("import_season", str(file), "--slug", "altro", stdout=io.StringIO())
    assert set(Season.objects.values_list("slug", flat=True)) == {"circuito", "altro"}
    with pytest.raises(CommandError, match="circuito"):
        call_command("export_season", "nowhere")


# --- Queries ---------------------------------------------------------------------------------------------------------


def test_a_season_costs_the_same_however_long(referee: Client, django_assert_max_num_queries: Any) -> None:
    """Ten queries, including three for the reader's own session and account."""
    tournaments = [played(f"Torneo {day}", day=day, rounds=1, pairs=4) for day in range(1, 8)]
    made = season(SeasonRule(), *tournaments)
    referee.get(f"/seasons/{made.slug}/")
    with django_assert_max_num_queries(10):
        referee.get(f"/seasons/{made.slug}/")


def test_the_list_costs_the_same_however_long(referee: Client, django_assert_max_num_queries: Any) -> None:
    one = make_tournament(name="Uno")
    for _ in range(6):
        season(VP, one)
    with django_assert_max_num_queries(8):
        assert referee.get("/seasons/").content.decode().count("circuito") >= 6


# --- Extreme cases ---------------------------------------------------------------------------------------------------

FILES = ("ranking.pdf", "ranking.xlsx", "ranking.csv", "season.json")


@pytest.mark.parametrize("ranked", [*RankedAs])
def test_a_season_without_any_result_has_every_page(referee: Client, ranked: RankedAs) -> None:
    made = season(SeasonRule(ranked=ranked), make_tournament(kind="teams"), public=True)
    page = referee.get(f"/seasons/{made.slug}/")
    assert page.status_code == 200 and "Nessun torneo è ancora definitivo" in text_of(page.content)
    for address in (f"/s/{made.slug}/", *(f"/seasons/{made.slug}/{name}" for name in FILES)):
        assert referee.get(address).status_code == 200, address


@pytest.mark.parametrize("ranked", [RankedAs.PAIRS, RankedAs.TEAMS])
def test_pairs_and_teams_stand_there_by_their_names(referee: Client, ranked: RankedAs) -> None:
    tournament = played("Uno", made=make_teams(3, hands_per_round=2))
    waiting = make_teams(3, name="Due", hands_per_round=2)
    made = season(SeasonRule(ranked=ranked), tournament, waiting, public=True)
    wanted = {str(pair) for pair in tournament.pairs.all()}
    wanted = {"Squadra 1", "Squadra 2", "Squadra 3"} if ranked is RankedAs.TEAMS else wanted
    for address in (f"/seasons/{made.slug}/", f"/s/{made.slug}/", f"/seasons/{made.slug}/ranking.csv"):
        content = unescape(referee.get(address).content.decode())
        assert all(name in content for name in wanted), address
    assert referee.get(f"/seasons/{made.slug}/").context["needed"]
    assert referee.get(f"/seasons/{made.slug}/ranking.pdf").status_code == 200


# --- A final, and clubs ----------------------------------------------------------------------------------------------


def test_the_final_and_the_clubs_are_on_the_page_in_public_and_in_the_file(
    referee: Client, client: Client, circuit: Season
) -> None:
    first, second = [entry.tournament for entry in circuit.entries.all()[:2]]
    players = [player for pair in first.pairs.all()[:4] for player in pair.players]
    for player in players:
        player_change(player=player, details={"club": "Aurora"})
    form = typed(first, second, beaten="0,5", points="field", best="", per_venue="", attendance="1", bonus="0")
    form |= {"parts_played": "1, 1", "qualified": "2", "club_members": "3", "public": "on", "ties_0": "", "ties_1": ""}
    assert referee.post(f"/en/seasons/{circuit.slug}/edit/", form).status_code == 302
    season_view = season_view_of(Season.objects.get())
    rows = {row.who: row for row in season_view.rows}
    best = sorted((rows[Ranked(str(player.pk))].points for player in players), reverse=True)[:3]
    (club,) = season_view.clubs
    assert (club.club, club.points) == ("Aurora", sum(best))
    parts = season_view.parts
    known = {row.who for row in parts[0].qualified}
    assert len(known) >= 2 and known.isdisjoint(row.who for row in parts[1].qualified)
    Player.objects.update(shown=Player.Shown.SHORT)
    season_view = season_view_of(Season.objects.get())
    for page, in_public in (
        (referee.get(f"/en/seasons/{circuit.slug}/"), False),
        (client.get(f"/en/s/{circuit.slug}/"), True),
    ):
        text = text_of(page.content)
        assert "Part 1: tournaments 1 to 1" in text and "Ranking of the clubs" in text
        assert "Points for each entrant below: 0.5." in text and "the first 2 of each are in the final" in text
        for row in (*parts[0].qualified, *parts[1].qualified):
            known_as = season_view.name_of(row.who)
            assert known_as.public != known_as.name
            assert (known_as.public in unescape(text)) is in_public and (
                known_as.name in unescape(text)
            ) is not in_public
    book = load_workbook(io.BytesIO(referee.get(f"/en/seasons/{circuit.slug}/ranking.xlsx").content))
    assert [row[:3] for row in list(book["Clubs"].values)[1:]] == [(1, "Aurora", sum(best) / 100)]
    assert {row[2] for row in list(book["Final"].values)[1:]} == {
        season_view.name_of(row.who).name for part in parts for row in part.qualified
    }
    paper = " ".join(" ".join(pages_of(referee.get(f"/en/seasons/{circuit.slug}/ranking.pdf").content)).split())
    assert "Part 2: tournaments 2 to 2" in paper and "Ranking of the clubs" in paper and "Aurora ·" in paper
    passed_over = any(part.passed_over for part in parts)
    assert ("Already in the final, and skipped:" in paper) == passed_over
    _ranking, *of_parts = paper.partition("Ranking of the clubs")[0].split("The final · ")
    for part, printed in zip(parts, of_parts, strict=True):
        assert all(season_view.name_of(row.who).name in printed for row in part.qualified)


def circuit_with_parts(ranked: RankedAs, *evenings: Tournament, **rule: Any) -> Season:
    """Return a season with a part for each evening, whose first two are in the final."""
    return season(SeasonRule(ranked=ranked, parts=(1,) * len(evenings), qualified=2, **rule), *evenings)


def final_of(referee: Client, circuit: Season, **typed: Any) -> Tournament:
    address = f"/en/seasons/{circuit.slug}/final/"
    form = referee.get(address).context["form"]
    sent = {"name": form.initial["name"], "date": "2027-01-08", "who": form.initial["who"], "kind": "pairs"} | typed
    assert address in referee.get(f"/en/seasons/{circuit.slug}/").content.decode()
    assert referee.post(address, sent).status_code == 302
    return Tournament.objects.latest("pk")


def test_the_final_has_the_pairs_that_qualified_in_their_order_with_the_last_rules(referee: Client) -> None:
    evenings = [played("Primo", day=1), played("Secondo", day=10, seed=6)]
    Tournament.objects.filter(pk=evenings[1].pk).update(venue="Sala Blu")
    circuit = circuit_with_parts(RankedAs.PAIRS, *evenings)
    first, second = season_view_of(circuit).parts
    Season.objects.update(name="Circuito " + "lungo" * 30)
    form = referee.get(f"/en/seasons/{circuit.slug}/final/").context["form"]
    assert form.initial["name"] == ("Final of Circuito " + "lungo" * 30)[:120]
    assert form.initial["date"].weekday() == date(2026, 11, 10).weekday() and form.fields["who"].help_text == ""
    Season.objects.update(name=circuit.name)
    final = final_of(referee, circuit)
    expected = [row.who for rank in zip(first.qualified, second.qualified, strict=True) for row in rank]
    assert [pair_key(pair.entered_keys) for pair in final.pairs.order_by("number")] == expected
    assert (final.name, final.venue, final.kind) == (f"Final of {circuit.name}", "Sala Blu", "pairs")
    assert set(final.pairs.values_list("status", flat=True)) == {"expected"}
    fewer = final_of(referee, circuit, who=expected[1:], name="Finale a tre")
    assert [pair_key(pair.entered_keys) for pair in fewer.pairs.order_by("number")] == expected[1:]


def test_in_a_final_of_players_pairs_come_as_they_played_and_others_look_for_a_partner(referee: Client) -> None:
    first = played("Primo", day=1)
    (one, two), (three, four) = (pair.players for pair in first.pairs.order_by("number")[:2])
    second = make_tournament(name="Secondo", date=date(2026, 11, 8), hands_per_round=2)
    others = [pair.players for pair in first.pairs.order_by("number")[2:]]
    pairs_add_many(tournament=second, lines=[(one, three), (two, four), *others], here=True)
    circuit = season(SeasonRule(parts=(2,), qualified=9), first, played("Secondo", made=second))
    # Of these, two played the last tournament together; the third one's partner then did not qualify.
    final = final_of(referee, circuit, who=[str(player.pk) for player in (one, two, three)])
    assert [set(pair.entered_keys) for pair in final.pairs.all()] == [{one.pk, three.pk}]
    assert list(final.singles.values_list("player", flat=True)) == [two.pk]
    alone = final_of(referee, circuit, who=[str(player.pk) for player in (one, two, three, four)], kind="individual")
    assert alone.kind == "individual" and not alone.singles.exists()
    assert {pair.player1_id for pair in alone.pairs.all()} == {one.pk, two.pk, three.pk, four.pk}


def test_the_final_of_teams_has_their_pairs_of_the_last_tournament(referee: Client) -> None:
    evenings = [
        played(name, made=make_teams(3, name=name, date=date(2026, 11, day), hands_per_round=2), seed=day)
        for name, day in (("Primo", 1), ("Secondo", 8))
    ]
    circuit = circuit_with_parts(RankedAs.TEAMS, *evenings)
    parts = season_view_of(circuit).parts
    final = final_of(referee, circuit)
    names = [pair.team.name for pair in final.pairs.order_by("number") if pair.team]
    finalists = {season_view_of(circuit).team_names[row.who] for part in parts for row in part.qualified}
    assert final.kind == "teams" and set(names) == finalists and len(names) == 2 * len(finalists)
    for team in final.teams.all():
        before = evenings[1].teams.get(name=team.name)
        assert [pair.entered_keys for pair in team.pairs.order_by("number")] == [
            pair.entered_keys for pair in before.pairs.order_by("number")
        ]


def test_a_final_is_made_only_of_parts_that_are_over_and_of_somebody(referee: Client, client: Client) -> None:
    waiting = make_tournament(name="Secondo", pairs=4, date=date(2026, 11, 22))
    circuit = circuit_with_parts(RankedAs.PAIRS, played("Primo", day=1), waiting)
    address = f"/en/seasons/{circuit.slug}/final/"
    assert referee.get(address).status_code == 404
    assert address not in referee.get(f"/en/seasons/{circuit.slug}/").content.decode()
    over = circuit_with_parts(RankedAs.PAIRS, played("Terzo", day=2))
    address = f"/en/seasons/{over.slug}/final/"
    nobody = referee.post(address, {"name": "Finale", "date": "2027-01-08"})
    assert nobody.status_code == 422 and "Tick those who play the final." in text_of(nobody.content)
    assert not Tournament.objects.filter(name="Finale").exists()
    assert address not in client.get(f"/en/s/{over.slug}/").content.decode()


def test_the_ranking_as_of_a_tournament_leads_to_no_final(referee: Client) -> None:
    over = circuit_with_parts(RankedAs.PAIRS, played("Primo", day=1))
    address = f"/en/seasons/{over.slug}/final/"
    assert address in referee.get(f"/en/seasons/{over.slug}/").content.decode()
    assert address not in referee.get(f"/en/seasons/{over.slug}/?after=1").content.decode()


def test_a_final_that_was_refused_says_why_and_keeps_what_was_typed(
    referee: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_facts: object) -> None:
        raise Refused("The part is not over any more.")

    over = circuit_with_parts(RankedAs.PAIRS, played("Primo", day=1))
    address = f"/en/seasons/{over.slug}/final/"
    who = referee.get(address).context["form"].initial["who"]
    monkeypatch.setattr(final, "season_final_create", refuse)
    answer = referee.post(address, {"name": "Finalissima", "date": "2027-01-08", "who": who})
    text = answer.content.decode()
    assert answer.status_code == 422 and "The part is not over any more." in text and "Finalissima" in text


@pytest.mark.parametrize("undecided", [(), (False, False), (True, False), (True, True)])
def test_whoever_makes_the_final_is_told_that_more_share_the_last_place_of_a_part(undecided: tuple[bool, ...]) -> None:
    season_view: Any = SimpleNamespace(
        season=Season(name="Circuito"),
        final=[SimpleNamespace(tournament=make_tournament())],
        rule=SeasonRule(),
        parts=[SimpleNamespace(undecided=is_undecided) for is_undecided in undecided],
    )
    help_text = SeasonFinalForm(season_view=season_view, finalists=[]).fields["who"].help_text
    assert bool(help_text) is any(undecided)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"parts_played": "5 x"}, "Write how many tournaments each part has"),
        ({"parts_played": "0 5"}, "Write how many tournaments each part has"),
        ({"parts_played": "90 90"}, "The parts have more tournaments than a season may have."),
        ({"ranked": "teams", "club_members": "3"}, "A season of teams has no members to count for clubs"),
    ],
    ids=str,
)
def test_a_final_or_clubs_that_cannot_be_are_refused_with_a_sentence(
    referee: Client, circuit: Season, wrong: dict[str, str], sentence: str
) -> None:
    answer = referee.post(f"/en/seasons/{circuit.slug}/edit/", typed() | wrong)
    assert answer.status_code == 422 and sentence in text_of(answer.content)
