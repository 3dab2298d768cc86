"""Free games as seen at a table: what is shown, saved and refused, and in which words."""

import re
from html import unescape
from itertools import product
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from pages.refusals import Refused
from scoring.engine.hand import SlipEntry
from scoring.engine.options import with_options
from scoring.engine.rulebooks import ITALIAN
from scoring.forms.game_hands import EntryKind, GameSlipForm
from scoring.forms.games import DrawForm, GameForm
from scoring.free_games import services
from scoring.models import FreeGame, FreeGameHand
from scoring.rulesets.club import club_ruleset_create
from scoring.views.game_entry import GameHandEntry, _kind_of, depth_of
from tests.scoring.free_games.tables import AT, LEFT_11, MELDED_11, MELDED_22, make_game, play, totals_hand, view_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

NUMBERS = ["-", "1.250", "++300", "3e2", "٣٠٠", "9" * 30, "-" + "9" * 30]
NONSENSE = ["", " ", "abc", "🃏", "\0", "x" * 5000, "<b>", *NUMBERS]


@pytest.fixture
def phone() -> Client:
    """A browser of a player at the table. Its forms carry CSRF tokens, like a real browser's."""
    return Client()


def text_of(response: HttpResponse) -> str:
    html = re.sub(r"<(?:svg|script|title).*?</(?:svg|script|title)>", " ", response.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).replace(" ,", ",").replace(" .", ".").strip()


def address(game: FreeGame, name: str = "game") -> str:
    return reverse(name, args=[game.secret])


def slip(game: FreeGame, *figures: str, end: str = "closed_a", **more: str) -> dict[str, str]:
    """Return a hand with base and points of two sides, as a browser sends it."""
    names = ("a_base", "a_points", "b_base", "b_points")
    sent = dict(zip(names, figures, strict=True))
    return {"kind": "slip", "number": str(game.hands.count() + 1), "end": end, **sent, **more}


def totals(game: FreeGame, *figures: str, end: str = "stock", **more: str) -> dict[str, str]:
    sent = dict(zip(("a_total", "b_total", "c_total"), figures, strict=False))
    return {"kind": "total", "number": str(game.hands.count() + 1), "end": end, **sent, **more}


def counts(**changes: str) -> dict[str, str]:
    """Return a hand of burracos and values, as a browser sends it."""
    sent = {"kind": "table", "number": "1", "depth": "counts", "letters": "en", "end": "closed_a"}
    sent |= {"a_clean": "1", "a_melded": "345", "a_left_value": "0", "a_pozzetto": "taken"}
    sent |= {"b_melded": "100", "b_left_value": "45", "b_pozzetto": "taken"}
    return sent | changes


def players(*names: str, **more: str) -> dict[str, str]:
    sent = {f"player_{number}": name for number, name in enumerate(names, start=1)}
    return {"count": str(len(names)), "ruleset": "italian", "target": "ruleset", **sent, **more}


# --- A new game ------------------------------------------------------------------------------------------------------


def test_a_game_of_four_begins_with_two_pairs(phone: Client) -> None:
    answer = phone.post(reverse("game_new"), players("Anna", "Carla", "Bruno", "Dario"))
    game = FreeGame.objects.get()
    assert answer.status_code == 302 and answer["Location"] == address(game)
    assert view_of(game).parties == ("Anna – Carla", "Bruno – Dario")
    page = text_of(phone.get(address(game)))
    assert "Anna – Carla" in page and "to 2,005" in page and "Hand 1: Anna deals." in page


@pytest.mark.parametrize(("sent", "target"), [("ruleset", 2005), ("1505", 1505), ("own", 3000)])
def test_the_target_is_the_rulesets_or_another(phone: Client, sent: str, target: int) -> None:
    phone.post(reverse("game_new"), players("Anna", "Bruno", target=sent, own_target="3000"))
    view = view_of(FreeGame.objects.get())
    assert view.rules.target == target
    assert bool(view.game.options) == (target != 2005)


def test_a_clubs_own_ruleset_is_copied_into_the_game(phone: Client) -> None:
    clubs = club_ruleset_create(name="Casa nostra", preset="italian", options={"dirty": 150})
    phone.post(reverse("game_new"), players("Anna", "Bruno", ruleset=clubs.key))
    game = FreeGame.objects.get()
    clubs.delete()
    assert (game.ruleset, game.options) == ("italian", {"dirty": 150})
    assert "Casa nostra" in text_of(phone.get(address(game)))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"player_2": ""}, "Give every player a name."),
        ({"player_2": "anna"}, "Two players have the same name"),
        ({"target": "own", "own_target": "7"}, "Give a multiple of 5."),
        ({"target": "own", "own_target": "-5"}, "Give a multiple of 5."),
        ({"target": "own", "own_target": "1.505"}, "has a separator in it"),
    ],
)
def test_a_game_that_cannot_be_is_refused_and_everything_typed_stays(
    phone: Client, changes: dict[str, str], sentence: str
) -> None:
    answer = phone.post(reverse("game_new"), players("Anna", "Bruno", "Carla") | changes)
    assert answer.status_code == 422
    assert sentence in text_of(answer) and 'value="Carla"' in answer.content.decode()
    assert not FreeGame.objects.exists()


def test_nonsense_makes_no_game(phone: Client) -> None:
    taken = []
    for name, nonsense in product(("count", "ruleset", "target", "own_target", "player_1"), NONSENSE):
        sent = players("Anna", "Bruno", target="own", own_target="505")
        answer = phone.post(reverse("game_new"), sent | {name: nonsense})
        # Only a possible name is accepted; other nonsense is refused.
        if answer.status_code != 422 and name != "player_1":
            taken.append((name, nonsense, answer.status_code))
    assert taken == []
    assert all(all(game.players) for game in FreeGame.objects.all())


def test_too_many_games_are_refused_in_a_sentence(phone: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_GAMES_A_DAY", 1)
    phone.post(reverse("game_new"), players("Anna", "Bruno"))
    answer = phone.post(reverse("game_new"), players("Anna", "Bruno"))
    assert answer.status_code == 422 and "No more than 1 games are begun here in a day." in text_of(answer)


# --- Whose eyes it is for --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["game", "game_hand", "game_draw", "game_qr"])
def test_a_game_is_kept_by_nobody_and_found_by_nobody(phone: Client, name: str) -> None:
    game = make_game(2)
    answer = phone.get(address(game, name))
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"] and "private" in answer["Cache-Control"]
    assert "noindex" in answer["X-Robots-Tag"]
    assert set(answer.cookies) <= {"csrftoken"}
    assert name == "game_qr" or '<meta name="robots" content="noindex, nofollow">' in answer.content.decode()


@pytest.mark.parametrize("secret", ["a" * 26, "a" * 25, "A" * 26, "0" * 26, "x", "ü" * 26])
@pytest.mark.parametrize("tail", ["", "hand/", "draw/", "qr.svg"])
def test_another_secret_leads_nowhere(phone: Client, secret: str, tail: str) -> None:
    make_game(2)
    assert phone.get(f"/games/{secret}/{tail}").status_code == 404


@pytest.mark.parametrize("name", ["game_undo", "game_stop", "game_resume", "game_rematch", "game_dealer"])
def test_what_writes_is_posted(phone: Client, name: str) -> None:
    game = make_game(2)
    assert phone.get(address(game, name)).status_code == 405
    assert Client(enforce_csrf_checks=True).post(address(game, name)).status_code == 403


def test_a_page_without_a_form_sets_no_cookie(phone: Client) -> None:
    assert not phone.get(reverse("games")).cookies


def test_no_page_holds_a_style_of_its_own(phone: Client) -> None:
    game = make_game(3)
    play(game, 520, 385, alone=0)
    for url in (address(game), address(game, "game_hand"), address(game, "game_draw"), reverse("game_new")):
        html = phone.get(url).content.decode()
        assert " style=" not in html and "<style" not in html
    assert " style=" not in phone.get(address(game, "game_qr")).content.decode()


def test_the_home_page_leads_to_free_games(phone: Client) -> None:
    assert f'href="{reverse("games")}"' in phone.get(reverse("home")).content.decode()
    assert f'href="{reverse("game_new")}"' in phone.get(reverse("games")).content.decode()


# --- Dealer and draw -------------------------------------------------------------------------------------------------


def test_who_deals_first_is_chosen_before_the_first_hand(phone: Client) -> None:
    game = make_game(3)
    phone.post(address(game, "game_dealer"), {"dealer": "2"})
    assert "Hand 1: Carla deals." in text_of(phone.get(address(game)))
    assert phone.post(address(game, "game_dealer"), {"dealer": "3"}).status_code == 404
    play(game, 100, 200, alone=0)
    answer = phone.post(address(game, "game_dealer"), {"dealer": "0"})
    assert answer.status_code == 422 and "who deals is settled" in text_of(answer)


def test_the_draw_asks_again_and_then_decides(phone: Client) -> None:
    game = make_game(3)
    sent = {"drawn_0": "JK", "drawn_1": "3C", "drawn_2": "JK", "decides": "dealer"}
    answer = phone.post(address(game, "game_draw"), sent)
    assert answer.status_code == 422 and "Anna, Carla drew the same: they draw again." in text_of(answer)
    answer = phone.post(address(game, "game_draw"), sent | {"drawn_0": "JK KH", "drawn_2": "JK 4S"})
    assert answer.status_code == 302
    assert view_of(game).next_dealer == "Bruno"


def test_tiles_have_a_die_for_who_begins(phone: Client) -> None:
    """001: there is a die in the box; nobody draws jollies, aces or suits of tiles."""
    game = make_game(4, ruleset="argentine")
    assert "Roll the die for it" in text_of(phone.get(address(game)))
    page = text_of(phone.get(address(game, "game_draw")))
    assert "the highest plays first" in page
    assert not [word for word in ("joker", "ace", "spades", "card", "♠") if word in page]
    rolled = dict(zip((f"thrown_{at}" for at in range(4)), ("6", "2", "6", "5"), strict=True))
    answer = phone.post(address(game, "game_draw"), rolled)
    assert answer.status_code == 422 and "Anna, Carla rolled the same highest number" in text_of(answer)
    assert 'value="6"' in answer.content.decode()
    assert phone.post(address(game, "game_draw"), rolled | {"thrown_0": "6 1", "thrown_2": "6, 3"}).status_code == 302
    # Carla plays first, so Bruno, who sits before her, deals.
    assert view_of(game).next_dealer == "Bruno"


@pytest.mark.parametrize("nonsense", ["", "7", "0", "six", "-1", "3.5", "٣", "6" * 9, ","])
def test_what_no_die_shows_decides_nothing(phone: Client, nonsense: str) -> None:
    game = make_game(2, ruleset="argentine")
    answer = phone.post(address(game, "game_draw"), {"thrown_0": nonsense, "thrown_1": "3"})
    assert answer.status_code == 422
    assert view_of(game).next_dealer == "Anna"
    sentence = {"": "Which number?", "6" * 9: ""}.get(nonsense, "Give a number from 1 to 6.")
    assert sentence in text_of(answer)


def test_the_draw_names_the_suits_as_the_ruleset_orders_them(phone: Client) -> None:
    pages = [text_of(phone.get(address(make_game(2, ruleset=key), "game_draw"))) for key in ("italian", "fibur_2026")]
    assert "between equal cards ♠ ♥ ♦ ♣" in pages[0]
    assert "between equal cards ♥ ♦ ♣ ♠" in pages[1]


def test_cards_are_drawn_in_the_readers_letters(phone: Client) -> None:
    game = make_game(2)
    with translation.override("it"):
        url = address(game, "game_draw")
    phone.post(url, {"drawn_0": "3F", "drawn_1": "RC", "decides": "seats"})
    assert view_of(game).players == ("Anna", "Bruno")
    phone.post(url, {"drawn_0": "RC", "drawn_1": "3F", "decides": "seats"})
    assert view_of(game).players == ("Bruno", "Anna")


def test_a_drawn_card_has_a_suit(phone: Client) -> None:
    game = make_game(2)
    answer = phone.post(address(game, "game_draw"), {"drawn_0": "3?", "drawn_1": "3H", "decides": "seats"})
    assert answer.status_code == 422
    assert "Which suit?" in text_of(answer)


def test_nonsense_decides_nothing(phone: Client) -> None:
    game, taken = make_game(2), []
    drawn = {"drawn_0": "3C", "drawn_1": "KH", "decides": "seats"}
    for name, nonsense in product(("drawn_0", "decides"), NONSENSE):
        answer = phone.post(address(game, "game_draw"), drawn | {name: nonsense})
        if answer.status_code != 422 or view_of(game).players != ("Anna", "Bruno"):
            taken.append((name, nonsense, answer.status_code))
    assert taken == []


# --- A hand ----------------------------------------------------------------------------------------------------------


def test_a_slip_is_saved_and_the_game_stands_otherwise(phone: Client) -> None:
    game = make_game(2)
    answer = phone.post(address(game, "game_hand"), slip(game, "300", "145", "0", "60"))
    assert answer["Location"] == f"{address(game)}?saved=1"
    page = text_of(phone.get(answer["Location"]))
    assert "Hand 1 saved" in page and "Anna leads with 445 and needs 1,560 more." in page
    assert FreeGameHand.objects.get().entry["sides"][1] == {"base": 0, "points": 60, "closed": False}


def test_totals_and_counts_are_saved_too(phone: Client) -> None:
    game = make_game(2)
    assert phone.post(address(game, "game_hand"), counts()).status_code == 302
    assert phone.post(address(game, "game_hand"), totals(game, "100", "-50")).status_code == 302
    assert view_of(game).totals == (745, 5)
    page = text_of(phone.get(address(game)))
    assert "clean burraco 200" in page and "cards left in hand −45" in page


def test_the_next_hand_is_entered_as_the_one_before(phone: Client) -> None:
    game = make_game(2)
    for typed, kind in ((totals(game, "520", "385"), "total"), (None, "slip")):
        phone.post(address(game, "game_hand"), typed or slip(game, "300", "205", "0", "145"))
        page = phone.get(address(game, "game_hand")).content.decode()
        assert f'type="hidden" name="kind" value="{kind}"' in page


def test_cards_are_counted(phone: Client) -> None:
    game = make_game(2)
    sent = {"kind": "table", "number": "1", "depth": "cards", "letters": "en", "end": "closed_a"}
    sent |= {"a": MELDED_22, "a_pozzetto": "taken"}
    sent |= {"b": MELDED_11, "b_left": LEFT_11, "b_pozzetto": "taken"}
    assert phone.post(address(game, "game_hand"), sent).status_code == 302
    assert view_of(game).totals == (445, 30)


def test_three_players_say_who_played_alone(phone: Client) -> None:
    game = make_game(3)
    page = phone.get(address(game, "game_hand"))
    assert "Who took the first pozzetto, and played alone?" in text_of(page) and "Save the hand" not in text_of(page)
    response = phone.post(address(game, "game_hand"), {"to": "alone:1", "kind": "total"})
    assert "Anna – Carla" in text_of(response)
    assert re.findall(r'value="alone:(\w+)"[^>]*aria-pressed="true"', response.content.decode()) == ["1"]
    phone.post(address(game, "game_hand"), totals(game, "520", "385", alone="1"))
    assert [str(total) for total in view_of(game).totals] == ["385/2", "520", "385/2"]
    assert "192½" in text_of(phone.get(address(game)))
    phone.post(address(game, "game_hand"), totals(game, "-70", "-110", "-75", alone="none"))
    assert [str(total) for total in view_of(game).totals] == ["245/2", "410", "235/2"]


def test_nothing_typed_is_lost_when_it_is_asked_for_otherwise(phone: Client) -> None:
    game = make_game(2)
    answer = phone.post(address(game, "game_hand"), slip(game, "300", "145", "0", "60") | {"to": "kind:total"})
    assert answer.status_code == 200 and 'name="a_total"' in answer.content.decode()
    assert '<input type="hidden" name="a_base" value="300">' in answer.content.decode()
    carried = {"a_base": "300", "a_points": "145", "a_total": "700", "to": "kind:table"}
    answer = phone.post(address(game, "game_hand"), carried)
    assert '<input type="hidden" name="a_total" value="700">' in answer.content.decode()
    answer = phone.post(address(game, "game_hand"), counts(to="kind:slip", a_base="300"))
    html = answer.content.decode()
    assert '<input type="hidden" name="a_melded" value="345">' in html
    assert re.search(r'<input type="text" name="a_base" value="300"', html)


def test_what_is_missing_is_said_beside_its_field(phone: Client) -> None:
    game = make_game(2)
    answer = phone.post(address(game, "game_hand"), slip(game, "300", "", "0", "60", end=""))
    assert answer.status_code == 422
    assert "The points are missing." in text_of(answer) and "Choose how the hand ended." in text_of(answer)
    assert 'value="300"' in answer.content.decode()
    answer = phone.post(address(game, "game_hand"), counts(b_pozzetto=""))
    assert answer.status_code == 422 and "What became of the pozzetto?" in text_of(answer)
    assert not FreeGameHand.objects.exists()


def test_a_hand_that_cannot_be_is_refused_with_its_reasons(phone: Client) -> None:
    game = make_game(2)
    answer = phone.post(address(game, "game_hand"), slip(game, "300", "145", "0", "60", end="closed_b"))
    assert answer.status_code == 422 and "Bruno: with the base 0 the side cannot have closed" in text_of(answer)
    assert 'value="145"' in answer.content.decode()
    assert not FreeGameHand.objects.exists()


def test_a_doubt_takes_one_more_press_and_other_figures_ask_again(phone: Client) -> None:
    game = make_game(2)
    doubtful = slip(game, "1400", "400", "0", "60")
    answer = phone.post(address(game, "game_hand"), doubtful)
    assert answer.status_code == 422 and "Yes, save it" in text_of(answer)
    found = re.search(r'name="confirmed" value="(\w+)"', answer.content.decode())
    assert found
    other = phone.post(address(game, "game_hand"), doubtful | {"a_points": "405", "confirmed": found[1]})
    assert other.status_code == 422
    assert phone.post(address(game, "game_hand"), doubtful | {"confirmed": found[1]}).status_code == 302


CARDS: dict[str, Any] = {
    "a": [*MELDED_22[:3], "9C 10C JC QC", "3S 4S 5S 6S 7S 8S"],
    "b": MELDED_11,
    "b_left": f"{LEFT_11} 4C 6C 7D 9D QC QD AC AD AH 10S JS",
}

FIELDS = {
    "slip": ("a_base", "b_points", "end", "alone"),
    "total": ("a_total", "b_total", "end", "alone"),
    "counts": ("a_clean", "a_melded", "b_left_value", "b_pozzetto", "end", "alone"),
    "cards": ("a", "b", "b_left", "b_pozzetto", "end", "alone"),
}
"""The input for a hand of three players, at each depth."""

MAY_BE_BLANK = ("a_clean", "b_left_value", "a", "b", "b_left")


@pytest.mark.parametrize("depth", FIELDS)
def test_nonsense_saves_nothing(phone: Client, depth: str) -> None:
    game, taken = make_game(3), []
    sent = {
        "slip": slip(game, "300", "145", "0", "60", alone="0"),
        "total": totals(game, "445", "60", alone="0"),
        "counts": counts(alone="0", b_left_value="70"),
        "cards": counts(alone="0", depth="cards", **CARDS),
    }[depth]
    for name, nonsense in product(FIELDS[depth], NONSENSE):
        typed = "?" if name in MAY_BE_BLANK and not nonsense.strip() else nonsense
        answer = phone.post(address(game, "game_hand"), sent | {name: typed})
        preview = phone.post(address(game, "game_hand_preview"), sent | {name: typed})
        if (answer.status_code, preview.status_code) != (422, 200) or FreeGameHand.objects.exists():
            taken.append((name, typed, answer.status_code, preview.status_code))
    assert taken == []
    assert phone.post(address(game, "game_hand"), sent).status_code == 302


OF_THE_PAGE = ("number", "instead_of", "as_next", "confirmed", "kind", "depth", "letters", "to")


def test_nonsense_in_the_pages_own_fields_breaks_nothing(phone: Client) -> None:
    broken = []
    for name, nonsense in product(OF_THE_PAGE, NONSENSE):
        game = make_game(2)
        answer = phone.post(address(game, "game_hand"), slip(game, "300", "145", "0", "60") | {name: nonsense})
        response = phone.get(address(game, "game_hand"), {name: nonsense})
        if answer.status_code not in (302, 422) or response.status_code not in (200, 302):
            broken.append((name, nonsense, answer.status_code, response.status_code))
    assert broken == []


def test_a_hand_offers_every_way_to_enter_it(phone: Client) -> None:
    page = phone.get(address(make_game(4), "game_hand")).content.decode()
    assert re.findall(r'value="kind:(\w+)"', page) == ["table", "slip", "total"]


def test_the_preview_says_what_the_hand_would_do(phone: Client) -> None:
    game = make_game(3)
    sent = totals(game, "520", "385", alone="2")
    page = text_of(phone.post(address(game, "game_hand_preview"), sent))
    assert "Carla 520 (+520)" in page and "Anna 192½ (+192½)" in page and "Carla leads with 520" in page
    page = text_of(phone.post(address(game, "game_hand_preview"), sent | {"a_total": "521"}))
    assert "521 is not a multiple of 5" in page
    page = text_of(phone.post(address(game, "game_hand_preview"), sent | {"a_total": "5x"}))
    assert "Carla, total: “5x” is not a whole number" in page
    assert text_of(phone.post(address(game, "game_hand_preview"), sent | {"a_total": ""})) == ""
    assert not FreeGameHand.objects.exists()


# --- Two phones ------------------------------------------------------------------------------------------------------


def test_the_second_phone_sees_both_hands_and_decides(phone: Client) -> None:
    game = make_game(2)
    mine = slip(game, "300", "145", "0", "60")
    play(game, 200, 100)
    answer = phone.post(address(game, "game_hand"), mine)
    page = text_of(answer)
    assert answer.status_code == 409 and "Hand 1 was saved on another phone in the meantime." in page
    assert "total 200" in page and "445" in page and 'value="145"' in answer.content.decode()
    assert view_of(game).totals == (200, 100)
    theirs = FreeGameHand.objects.get().pk
    assert phone.post(address(game, "game_hand"), mine | {"instead_of": str(theirs)}).status_code == 302
    assert view_of(game).totals == (445, 60)


def test_the_second_phones_hand_may_be_the_next_one(phone: Client) -> None:
    game = make_game(2)
    mine = slip(game, "300", "145", "0", "60")
    play(game, 200, 100)
    assert 'name="as_next" value="2"' in phone.post(address(game, "game_hand"), mine).content.decode()
    assert phone.post(address(game, "game_hand"), mine | {"as_next": "2"}).status_code == 302
    assert view_of(game).totals == (645, 160)


def test_each_figure_that_is_missing_is_asked_for_and_the_first_fault_has_the_cursor() -> None:
    typed = QueryDict("a_base=300&a_points=x&b_base=&end=closed_a")
    form = GameSlipForm(typed, rules=ITALIAN, names=("Anna", "Bruno"), kind=EntryKind.SLIP, sent=True)
    form.demand_all()
    form.focus_first_fault()
    assert {name: len(errors) for name, errors in form.errors.items()} == {"a_points": 1, "b_base": 1, "b_points": 1}
    assert [form.errors[name][0] for name in ("b_base", "b_points")] == [
        "The base is missing.",
        "The points are missing.",
    ]
    assert "is missing" not in form.errors["a_points"][0]
    focused = [name for name, field in form.fields.items() if field.widget.attrs.get("autofocus")]
    assert focused == ["a_points"]


def test_the_same_hand_from_two_phones_is_no_quarrel(phone: Client) -> None:
    game = make_game(2)
    mine = slip(game, "300", "145", "0", "60")
    for _ in range(2):
        assert phone.post(address(game, "game_hand"), mine).status_code == 302
    assert FreeGameHand.objects.count() == 1


def test_a_hand_that_was_not_seen_is_not_taken_back(phone: Client) -> None:
    alone = make_game(2)
    play(alone, 200, 100)
    FreeGameHand.objects.update(id=1)
    # Nonsense stands for no hand, not even for the first that the club has ever saved.
    assert phone.post(address(alone, "game_undo"), {"hand": "x"}).status_code == 422
    FreeGameHand.objects.all().delete()
    game = make_game(2)
    seen = play(game, 200, 100)
    play(game, 300, 100)
    answer = phone.post(address(game, "game_undo"), {"hand": str(seen.pk)})
    assert answer.status_code == 422 and "not the one you saw" in text_of(answer)
    for nonsense in NONSENSE:
        assert phone.post(address(game, "game_undo"), {"hand": nonsense}).status_code == 422
    last = view_of(game).stored[-1].pk
    assert phone.post(address(game, "game_undo"), {"hand": str(last)}).status_code == 302
    assert [hand.pk for hand in view_of(game).stored] == [seen.pk]


def test_a_phone_that_asks_again_gets_the_same_answer_while_nothing_changed(phone: Client) -> None:
    game = make_game(2)
    before = phone.get(address(game))["ETag"]
    assert phone.get(address(game))["ETag"] == before
    play(game, 200, 100)
    assert phone.get(address(game))["ETag"] != before


# --- To the end ------------------------------------------------------------------------------------------------------


def test_the_winner_is_named_and_the_same_players_play_again(phone: Client) -> None:
    game = make_game(4, options={"target": 505})
    phone.post(address(game, "game_hand"), slip(game, "500", "145", "0", "60"))
    page = text_of(phone.get(address(game)))
    assert "Anna – Carla wins with 645." in page and "Play again, same players" in page
    assert phone.get(address(game, "game_hand")).status_code == 302
    answer = phone.post(address(game, "game_hand"), slip(game, "300", "145", "0", "60"))
    assert answer.status_code == 422 and "The game is over" in text_of(answer)
    first = phone.post(address(game, "game_rematch"))["Location"]
    assert phone.post(address(game, "game_rematch"))["Location"] == first
    assert "Hand 1: Bruno deals." in text_of(phone.get(first))
    assert first in phone.get(address(game)).content.decode()


def test_a_brazilian_tie_says_why_it_is_won(phone: Client) -> None:
    game = make_game(4, ruleset="brazilian_aberto_sujo")
    phone.post(address(game, "game_hand"), totals(game, "400", "400"))
    assert "Bruno – Dario wins: level on 400, and first to begin." in text_of(phone.get(address(game)))


def test_a_game_is_ended_early_and_gone_on_with(phone: Client) -> None:
    game = make_game(2)
    assert "End the game here" not in text_of(phone.get(address(game)))
    assert phone.post(address(game, "game_stop"), {"hands": "x"}).status_code == 422
    play(game, 200, 100)
    assert phone.post(address(game, "game_rematch")).status_code == 422
    for hands in ("0", "2", "-1", "x", ""):
        refused = phone.post(address(game, "game_stop"), {"hands": hands})
        assert refused.status_code == 422 and "Another hand has been saved or removed" in text_of(refused)
    assert phone.post(address(game, "game_stop")).status_code == 422
    assert phone.post(address(game, "game_stop"), {"hands": "1"})["Location"] == address(game)
    assert "Ended before the target." in text_of(phone.get(address(game)))
    assert phone.post(address(game, "game_resume")).status_code == 302
    assert "Enter hand 2" in text_of(phone.get(address(game)))


def test_names_are_written_and_never_read_as_html(phone: Client) -> None:
    phone.post(reverse("game_new"), players("<script>x</script>", "Bruno & C."))
    game = FreeGame.objects.get()
    play(game, 200, 100)
    html = phone.get(address(game)).content.decode()
    assert "<script>x" not in html and "&lt;script&gt;x" in html


@pytest.mark.parametrize("hands", [1, 10, 60])
def test_queries_do_not_grow_with_the_hands(phone: Client, hands: int) -> None:
    game = make_game(2, options={"target": 90_000}, at=AT)
    for _hand in range(hands):
        play(game, 300, 200)
    with CaptureQueriesContext(connection) as of_game:
        assert phone.get(address(game)).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        assert phone.get(address(game, "game_hand")).status_code == 200
    with CaptureQueriesContext(connection) as saved:
        assert phone.post(address(game, "game_hand"), slip(game, "300", "145", "0", "60")).status_code == 302
    assert len(of_game) <= 4 and len(queries) <= 4
    assert len(saved) <= 9


# --- Three without partners, and six ---------------------------------------------------------------------------------

NO_PARTNERS = "A total of 1,000 is reached: from now on each of the three plays alone. Lay three pozzetti of 11 cards."


def test_from_a_total_on_three_players_have_no_partners(phone: Client) -> None:
    game = make_game(3, options={"alone_from": 1000, "target": 1505})
    play(game, 700, 300, alone=0)
    assert NO_PARTNERS not in text_of(phone.get(address(game)))
    for few in (totals(game, "295", "200", alone="0"), totals(game, "805", "200", alone="0")):
        assert NO_PARTNERS not in text_of(phone.post(address(game, "game_hand_preview"), few))
    assert NO_PARTNERS not in text_of(phone.get(address(game, "game_hand")))
    sent = totals(game, "305", "200", alone="0")
    preview = text_of(phone.post(address(game, "game_hand_preview"), sent))
    assert "Anna 1,005" in preview and NO_PARTNERS in preview
    assert phone.post(address(game, "game_hand"), sent).status_code == 302
    assert NO_PARTNERS in text_of(phone.get(address(game)))
    page = text_of(phone.get(address(game, "game_hand")))
    assert NO_PARTNERS in page and "Who took the first pozzetto" not in page
    sent = {"kind": "slip", "number": "3", "end": "closed_a", "a_base": "300", "a_points": "205", "alone": "1"}
    sent |= {"b_base": "0", "b_points": "-35", "c_base": "-100", "c_points": "25"}
    assert phone.post(address(game, "game_hand"), sent).status_code == 302
    assert view_of(game).totals == (1510, 215, 175)
    stored = FreeGameHand.objects.get(number=3)
    assert stored.entry["partners"] is False and stored.seating == [[0], [1], [2]]
    assert NO_PARTNERS not in text_of(phone.get(address(game)))


def test_the_hand_that_ends_partners_may_be_replaced_from_another_phone(phone: Client) -> None:
    game = make_game(3, options={"alone_from": 1000})
    first = play(game, 1000, 300, alone=0)
    sent = totals(game, "900", "400", alone="0") | {"number": "1"}
    both = phone.post(address(game, "game_hand"), sent)
    assert both.status_code == 409 and "Carla" in text_of(both)
    answer = phone.post(address(game, "game_hand"), {**sent, "instead_of": str(first.pk)})
    assert answer.status_code == 302 and view_of(game).totals == (900, 200, 200)


def test_a_hand_of_the_other_kind_is_refused(phone: Client) -> None:
    game = make_game(3, options={"alone_from": 1000})
    with pytest.raises(Refused, match="with partners"):
        play(game, 300, 200, 100, hand=totals_hand((300, 200, 100), players=3, partners=False))
    play(game, 1000, 300, alone=0)
    with pytest.raises(Refused, match="without partners"):
        play(game, 300, 200, 100, hand=totals_hand((300, 200, 100), players=3))


@pytest.mark.parametrize(
    ("sides", "parties"),
    [(2, ("Ada – Cleo – Eva", "Bea – Dora – Fay")), (3, ("Ada – Dora", "Bea – Eva", "Cleo – Fay"))],
)
def test_six_play_where_the_club_has_a_ruleset_for_them(phone: Client, sides: int, parties: tuple[str, ...]) -> None:
    names = ("Ada", "Bea", "Cleo", "Dora", "Eva", "Fay")
    assert "6" not in [*dict(GameForm().fields["count"].choices)]
    assert phone.post(reverse("game_new"), players(*names)).status_code == 422
    options = {"players": [6], "decks": 3, "jollies": 6, "sides_of_six": sides}
    club_ruleset_create(name="Six", preset="italian", options=options)
    assert "Partners sit at equal distances" in text_of(phone.get(reverse("game_new")))
    answer = phone.post(reverse("game_new"), players(*names, ruleset="six"))
    assert answer.status_code == 302
    game = FreeGame.objects.get()
    assert view_of(game).parties == parties
    assert "Hand 1: Ada deals." in text_of(phone.get(address(game)))
    drawn = {f"drawn_{at}": card for at, card in enumerate(("3C", "5C", "7C", "9C", "JC", "KC"))}
    assert phone.post(address(game, "game_draw"), {**drawn, "decides": "seats"}).status_code == 302
    highest = {2: ("Ada – Bea – Cleo", "Fay – Eva – Dora"), 3: ("Ada – Bea", "Fay – Eva", "Dora – Cleo")}
    assert view_of(game).parties == highest[sides]
    figures = ("400", "210", "150")[:sides]
    assert phone.post(address(game, "game_hand"), totals(game, *figures)).status_code == 302
    assert view_of(game).totals == tuple(map(int, figures))
    call_command("check_games")


# --- The forms and the entry by themselves ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"target": "own", "own_target": "5"}, set()),
        ({"target": "own", "own_target": "7"}, {"own_target"}),
        ({"target": "own", "own_target": "0"}, {"own_target"}),
        ({"target": "2005", "own_target": "7"}, set()),
        ({"ruleset": "canasta_for_two"}, {"ruleset"}),
    ],
)
def test_a_game_has_a_target_and_a_ruleset_that_can_be(changes: dict[str, str], wrong: set[str]) -> None:
    form = GameForm(players("Anna", "Carla", "Bruno", "Dario") | changes)
    assert form.errors.keys() == wrong
    if "ruleset" in wrong:
        assert form.errors["ruleset"] == ["This ruleset is for 2 players."]


def test_the_target_of_the_ruleset_is_no_difference_from_it() -> None:
    options = []
    for target in ("2005", "1505"):
        form = GameForm(players("Anna", "Bruno", target=target))
        assert form.is_valid()
        options.append(form.options)
    assert options == [{}, {"target": 1505}]


def test_the_numbers_of_players_are_offered_in_order() -> None:
    assert [count for count, _name in GameForm().fields["count"].choices] == [2, 3, 4]


@pytest.mark.parametrize(
    ("language", "ruleset"),
    [("it", "italian"), ("en", "italian"), ("es", "argentine"), ("pt", "brazilian_aberto_sujo")],
)
def test_the_game_of_the_readers_country_is_offered_first(language: str, ruleset: str) -> None:
    with translation.override(language):
        assert GameForm()["ruleset"].initial == ruleset


@pytest.mark.parametrize(
    ("drawn", "sentences"),
    [(",", ["Which card?"]), ("", ["Which card?"]), ("K?", ["Which suit?"]), ("KH", [])],
)
def test_whoever_drew_no_card_is_asked_for_it_once(drawn: str, sentences: list[str]) -> None:
    form = DrawForm({"drawn_0": drawn, "drawn_1": "3C", "decides": "seats"}, players=("Anna", "Bruno"))
    assert form.errors.get("drawn_0", []) == sentences


def test_a_slip_says_who_closed_only_if_somebody_did_and_no_stall_where_there_is_none() -> None:
    closers = {}
    for end in ("time", "closed_a", "closed_b"):
        typed = QueryDict(f"a_base=300&a_points=100&b_base=0&b_points=20&end={end}")
        form = GameSlipForm(typed, rules=ITALIAN, names=("Anna", "Bruno"), kind=EntryKind.SLIP, sent=True)
        hand = form.hand(players=2, solo=None, partners=True)
        assert hand is not None
        closers[end] = [side.closed for side in hand.sides if isinstance(side, SlipEntry)]
    assert closers == {"time": [None, None], "closed_a": [True, False], "closed_b": [False, True]}
    draws = with_options(ITALIAN, {"stall": "must_draw"})
    for rules, offered in ((ITALIAN, True), (draws, False)):
        form = GameSlipForm(QueryDict(), rules=rules, names=("Anna", "Bruno"), kind=EntryKind.TOTAL, sent=False)
        assert ("stall" in dict(form.fields["end"].choices)) is offered


@pytest.mark.parametrize(
    ("side", "kind", "depth"),
    [
        (None, EntryKind.TABLE, "counts"),
        ({"total": 300}, EntryKind.TOTAL, "counts"),
        ({"base": 200, "points": 100}, EntryKind.SLIP, "counts"),
        ({"melded": 300, "left_value": 0}, EntryKind.TABLE, "counts"),
        ({"melds": [], "left": ""}, EntryKind.TABLE, "cards"),
    ],
)
def test_the_next_hand_is_entered_like_the_one_before(side: dict[str, Any] | None, kind: EntryKind, depth: str) -> None:
    hands = [] if side is None else [FreeGameHand(entry={"sides": [side, side]})]
    assert (_kind_of(hands), depth_of(hands)) == (kind, depth)


def test_a_hand_of_which_nothing_is_known_yet_changes_nothing() -> None:
    entry = GameHandEntry(view_of(make_game(2)), QueryDict(), language="en")
    assert (entry.hand, entry.changes, entry.state_after) == (None, [], None)
    assert not entry.confirmed


@pytest.mark.parametrize(
    ("players", "typed", "has_form", "has_table"),
    [
        (2, "kind=slip", True, False),
        (2, "kind=table", False, True),
        (3, "kind=total&alone=1", True, False),
        (3, "kind=table&alone=none", False, True),
        (3, "kind=total", False, False),
        (3, "kind=table&alone=3", False, False),
    ],
)
def test_a_hand_is_typed_on_a_slip_or_as_a_table_once_it_is_known_who_played_alone(
    players: int, typed: str, has_form: bool, has_table: bool
) -> None:
    entry = GameHandEntry(view_of(make_game(players)), QueryDict(typed), language="en")
    assert (entry.form is not None, entry.table is not None) == (has_form, has_table)


def test_a_game_without_a_hand_has_none_that_was_just_saved(phone: Client) -> None:
    game = make_game(2)
    assert phone.get(f"{address(game)}?saved=0").context["saved"] is False
    play(game, 300, 200)
    assert phone.get(f"{address(game)}?saved=1").context["saved"] is True


def test_of_two_hands_the_one_that_another_phone_saved_is_shown(phone: Client) -> None:
    game = make_game(2)
    for figures in ((300, 200), (400, 100)):
        play(game, *figures)
    answer = phone.post(address(game, "game_hand"), totals(game, "900", "400", number="2"))
    assert answer.status_code == 409 and answer.context["theirs"].number == 2


def test_three_are_told_before_the_next_hand_that_each_plays_alone_and_two_are_not() -> None:
    sentences = []
    for number, alone in ((3, "&alone=0"), (2, "")):
        view = view_of(make_game(number, options={"alone_from": 1000}))
        typed = QueryDict(f"kind=total&number=1&end=stock&a_total=1000&b_total=0{alone}")
        sentences.append(GameHandEntry(view, typed, language="en", sent=True).sentence_if_alone)
    assert "each of the three plays alone" in sentences[0] and sentences[1] == ""
