"""Cards are written and read in JSON and in four languages, each with its own letters, and never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import JOLLY, RANKS, Card, Rank, Suit, card_at
from scoring.engine.notation import (
    ENGLISH,
    ITALIAN,
    JSON,
    NOTATIONS,
    PORTUGUESE,
    SPANISH,
    Notation,
    UnreadableCard,
    format_cards,
    name_card,
    parse_cards,
    show_card,
)
from scoring.engine.violations import InvalidNotation

CARDS = (JOLLY, *(Card(rank, suit) for suit in (*Suit, None) for rank in RANKS))
ALL_NOTATIONS = pytest.mark.parametrize("notation", [JSON, *NOTATIONS.values()], ids=["json", *NOTATIONS])


@ALL_NOTATIONS
@given(cards=st.lists(st.sampled_from(CARDS)), data=st.data())
def test_what_is_written_is_read_again(notation: Notation, cards: list[Card], data: st.DataObject) -> None:
    text = format_cards(cards, notation)
    assert parse_cards(text, notation) == tuple(cards)
    assert parse_cards(text.lower().replace(" ", data.draw(st.sampled_from([",", " , ", "\n", "  "]))), notation) == (
        tuple(cards)
    )


@ALL_NOTATIONS
def test_every_card_has_a_text_of_its_own(notation: Notation) -> None:
    assert len({format_cards([card], notation) for card in CARDS}) == len(CARDS) == 1 + 52 + 52 + 13


@pytest.mark.parametrize("notation", NOTATIONS.values(), ids=NOTATIONS)
def test_every_card_has_a_name_of_its_own(notation: Notation) -> None:
    assert len({name_card(card, notation) for card in CARDS}) == len(CARDS)


@pytest.mark.parametrize(
    ("text", "notation", "cards"),
    [
        ("3H", JSON, "3 hearts"),
        ("10S", JSON, "10 spades"),
        ("TS", JSON, "10 spades"),
        ("qd", JSON, "12 diamonds"),
        ("A♣", JSON, "1 clubs"),
        ("a♥\ufe0f", JSON, "1 hearts"),
        ("13Y", JSON, "13 yellow"),
        ("1n", JSON, "1 black"),
        ("QC", ENGLISH, "12 clubs"),
        ("QC", ITALIAN, "12 hearts"),
        ("QC", SPANISH, "12 hearts"),
        ("QC", PORTUGUESE, "12 hearts"),
        ("QQ", ITALIAN, "12 diamonds"),
        ("DQ", ITALIAN, "12 diamonds"),
        ("FF", ITALIAN, "11 clubs"),
        ("RP", ITALIAN, "13 spades"),
        ("8P", PORTUGUESE, "8 clubs"),
        ("8P", SPANISH, "8 spades"),
        ("TT", SPANISH, "10 clubs"),
        ("TO", PORTUGUESE, "10 diamonds"),
        ("VE", PORTUGUESE, "11 spades"),
        ("8D", SPANISH, "8 diamonds"),
        ("5G", ITALIAN, "5 yellow"),
        ("5Z", SPANISH, "5 blue"),
        ("5R", SPANISH, "5 red"),
        ("5M", SPANISH, "5 yellow"),
        ("8E", PORTUGUESE, "8 spades"),
        ("VP", PORTUGUESE, "11 clubs"),
        ("5V", PORTUGUESE, "5 red"),
        ("5N", PORTUGUESE, "5 black"),
        ("5M", PORTUGUESE, "5 yellow"),
    ],
)
def test_a_letter_means_what_it_does_in_the_language_asked_for(text: str, notation: Notation, cards: str) -> None:
    rank, suit = cards.split()
    assert parse_cards(text, notation) == (Card(Rank(int(rank)), Suit[suit.upper()]),)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        *((text, JSON) for text in ("jk", "JK")),
        *((text, ENGLISH) for text in ("Jolly", "joker", "JK")),
        *((text, SPANISH) for text in ("joker", "comodín", "COMODIN", "jk")),
        *((text, PORTUGUESE) for text in ("Joker", "curinga", "coringa")),
    ],
)
def test_the_jolly_is_called_by_its_name(text: str, notation: Notation) -> None:
    assert parse_cards(text, notation) == (JOLLY,)


@pytest.mark.parametrize(
    ("text", "notation", "token", "number", "offset"),
    [
        ("3H xx", JSON, "xx", 2, 3),
        ("3H4H", JSON, "3H4H", 1, 0),
        ("  1H", JSON, "1H", 1, 2),
        ("11H", JSON, "11H", 1, 0),
        ("14R", JSON, "14R", 1, 0),
        ("AR", JSON, "AR", 1, 0),
        ("3H, 4H,\n0S", JSON, "0S", 3, 8),
        ("3", JSON, "3", 1, 0),
        ("H3", JSON, "H3", 1, 0),
        ("J", JSON, "J", 1, 0),
        ("jolly", JSON, "jolly", 1, 0),
        ("3H;4H", JSON, "3H;4H", 1, 0),
        ("３H", JSON, "３H", 1, 0),
        ("3H 3C 3H", ITALIAN, "3H", 1, 0),
        ("3C 3S", ITALIAN, "3S", 2, 3),
        ("RC", SPANISH, "RC", 1, 0),
        ("5A", PORTUGUESE, "5A", 1, 0),
    ],
)
def test_what_is_no_card_is_told_with_its_place(
    text: str, notation: Notation, token: str, number: int, offset: int
) -> None:
    with pytest.raises(UnreadableCard) as refused:
        parse_cards(text, notation)
    assert (refused.value.token, refused.value.number, refused.value.offset) == (token, number, offset)
    assert isinstance(refused.value, InvalidNotation)


@given(text=st.text(st.sampled_from("JKjk23QH♥SC10TA,; \n♠\ufe0fçÍ"), max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    for notation in (JSON, *NOTATIONS.values()):
        try:
            cards = parse_cards(text, notation)
        except UnreadableCard as refused:
            assert text[refused.offset :].startswith(refused.token)
        else:
            assert parse_cards(format_cards(cards, notation), notation) == cards


def test_no_cards_are_no_cards() -> None:
    assert parse_cards(" , \n") == ()


@pytest.mark.parametrize(
    ("card", "texts", "named"),
    [
        (
            Card(Rank.TWO, Suit.CLUBS),
            ("2♣", "2♣", "2♣", "2♣"),
            "due di fiori|two of clubs|dos de tréboles|dois de paus",
        ),
        (Card(Rank.ACE, Suit.HEARTS), ("A♥",) * 4, "asso di cuori|ace of hearts|as de corazones|ás de copas"),
        (Card(Rank.QUEEN, Suit.BLUE), ("12B", "12B", "12Z", "12Z"), "12 blu|blue 12|12 azul|12 azul"),
        (Card(Rank.KING, None), ("K?",) * 4, "re|king|rey|rei"),
        (JOLLY, ("jolly", "joker", "joker", "joker"), "jolly|joker|joker|joker"),
    ],
)
def test_cards_in_sentences_and_read_aloud(card: Card, texts: tuple[str, ...], named: str) -> None:
    assert tuple(show_card(card, notation) for notation in NOTATIONS.values()) == texts
    assert "|".join(name_card(card, notation) for notation in NOTATIONS.values()) == named


@pytest.mark.parametrize(
    ("language", "numbers"),
    [
        ("it", "asso due tre quattro cinque sei sette otto nove dieci fante donna re"),
        ("en", "ace two three four five six seven eight nine ten jack queen king"),
        ("es", "as dos tres cuatro cinco seis siete ocho nueve diez jota reina rey"),
        ("pt", "ás dois três quatro cinco seis sete oito nove dez valete dama rei"),
    ],
)
def test_every_rank_is_read_aloud_in_every_language(language: str, numbers: str) -> None:
    ranks = [Card(rank, None) for rank in sorted(set(Rank) - {Rank.JOLLY})]
    assert " ".join(name_card(card, NOTATIONS[language]) for card in ranks) == numbers


@pytest.mark.parametrize(
    ("language", "aces", "ones"),
    [
        ("it", "asso di picche|asso di cuori|asso di quadri|asso di fiori", "1 rosso|1 nero|1 blu|1 giallo"),
        ("en", "ace of spades|ace of hearts|ace of diamonds|ace of clubs", "red 1|black 1|blue 1|yellow 1"),
        ("es", "as de picas|as de corazones|as de diamantes|as de tréboles", "1 rojo|1 negro|1 azul|1 amarillo"),
        ("pt", "ás de espadas|ás de copas|ás de ouros|ás de paus", "1 vermelho|1 preto|1 azul|1 amarelo"),
    ],
)
def test_every_suit_is_read_aloud_in_every_language(language: str, aces: str, ones: str) -> None:
    assert "|".join(name_card(Card(Rank.ACE, suit), NOTATIONS[language]) for suit in Suit) == f"{aces}|{ones}"


def test_a_notation_with_one_text_for_two_cards_cannot_be() -> None:
    with pytest.raises(ValueError, match="^expected a text for one card only, got 'AP'"):
        Notation(suits={**JSON.suits, Suit.SPADES: "P", Suit.CLUBS: "P"})


def test_a_jolly_has_no_suit_and_of_any_other_card_it_may_be_unseen() -> None:
    with pytest.raises(ValueError, match="^suit: expected none of a jolly"):
        Card(Rank.JOLLY, Suit.HEARTS)
    assert [card for card in CARDS if card.is_suit_unseen] == [Card(rank, None) for rank in RANKS]


@pytest.mark.parametrize(("place", "rank"), [*((int(rank), rank) for rank in RANKS), (14, Rank.ACE)])
def test_a_place_of_a_sequence_has_its_card(place: int, rank: Rank) -> None:
    assert [card_at(place, suit) for suit in Suit] == [Card(rank, suit) for suit in Suit]
