"""The named rulesets. Each is another one with `replace(...)`, which states only the differences, with their source.

| key                     | source                              | covered                                              |
|-------------------------|-------------------------------------|------------------------------------------------------|
| `italian`               | 000, 003: Italian club rules        | values, bonuses, pozzetto, closing, target over 2000 |
| `italian_semiclean`     | 000, Variazioni                     | the same, with the semi-clean burraco                |
| `fibur_2026`            | Italian federation's code, edition  | its semi-clean; its order of suits in the draw       |
|                         | January 2026, as public summaries   |                                                      |
|                         | report it; else 000, 003            |                                                      |
| `fibur_internazionale`  | its code for the international game,| sets of aces and threes only, no semi-clean, a clean |
|                         | as public summaries report it       | burraco to close                                     |
| `argentine`             | 001: leaflet of a tile set          | 106 tiles, muerto ±100, everything counts against a  |
|                         |                                     | side without a canasta                               |
| `burako_comodines`      | docs/rules.md §8: a Spanish page    | a canasta of wilds, −100 for a muerto not used       |
| `canasta`               | docs/rules.md §8: public pages of   | sets only, no pozzetto, three wilds, red threes 100, |
|                         | classic Canasta                     | 800 all four                                         |
| `canasta_for_two`       | docs/rules.md §8: public pages of   | 15 cards dealt, two canastas to close; else as above |
|                         | Canasta for two                     |                                                      |
| `tranca`                | docs/rules.md §8: public pages      | no jollies, red threes laid at once, ±100; no other  |
|                         |                                     | three in a meld                                      |
| `brazilian_as_a_as`     | docs/rules.md §8: public pages,     | a canastra from ace to ace; else as 002              |
|                         | which disagree in places            |                                                      |
| `brazilian_aberto_sujo` | 002: rules of a Brazilian site      | royal canastra, a hand is a game, closing when no    |
|                         |                                     | morto is left                                        |
| other `brazilian_*`     | docs/rules.md §8: public pages,     | pile, sets, what closing needs; values as 002        |
|                         | which disagree in places            |                                                      |

Not covered: the federation's penalties and procedures (a referee's adjustments, not the score of a hand); the Argentine
deal; Brazilian variants beyond those that 002 names. What the pile changes in play is stored as information and
printed, never scored.
"""

from collections.abc import Mapping
from dataclasses import replace

from scoring.engine.cards import TILE_COLOURS, Rank, Suit
from scoring.engine.conventions import Pile, PlayOnly, Start, TargetIs, Tie, WildShare
from scoring.engine.deck import Deck
from scoring.engine.grades import SemiClean
from scoring.engine.ruleset import SET_RANKS, RuleSet

ITALIAN = RuleSet(
    key="italian",
    source="Italian club rules (000, 003)",
    deck=Deck(jollies=4, jolly=30, ranks=(15, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10)),
    clean=200,
    dirty=100,
    closing=100,
    pozzetto_not_taken=-100,
)

ITALIAN_SEMICLEAN = replace(
    ITALIAN,
    key="italian_semiclean",
    source="Italian club rules, variations (000)",
    semi_clean=150,
)

FIBUR_2026 = replace(
    ITALIAN_SEMICLEAN,
    key="fibur_2026",
    source="Italian federation's code, edition January 2026, from public summaries (000, 003)",
    semi_clean_definition=SemiClean.FEDERATION,
    draw_suits=(Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES),
)

FIBUR_INTERNAZIONALE = replace(
    FIBUR_2026,
    key="fibur_internazionale",
    source="Italian federation's code for the international game, from public summaries",
    semi_clean=None,
    set_ranks=(Rank.ACE, Rank.THREE),
    closing_needs_clean=True,
)

ARGENTINE = replace(
    ITALIAN,
    key="argentine",
    source="leaflet of an Argentine tile set (001)",
    deck=replace(ITALIAN.deck, suits=TILE_COLOURS, jollies=2, jolly=50),
    start=Start.DIE,
    draw_suits=TILE_COLOURS,
    pozzetto_taken=100,
    no_burraco_counts_against=True,
    dealt_to_two=12,
    out_of_play=0,
    players=(2, 4),
    target=2000,
    target_is=TargetIs.REACHED,
)

BRAZILIAN_ABERTO_SUJO = replace(
    ITALIAN,
    key="brazilian_aberto_sujo",
    source="rules of a Brazilian playing site (002)",
    royal=500,
    closing_needs_pozzetto=False,
    pozzetto_refills_stock=True,
    keeps_a_card=False,
    out_of_play=0,
    players=(2, 4),
    target=None,
    tie=Tie.STARTER_WINS,
)

BURAKO_COMODINES = replace(
    ITALIAN,
    key="burako_comodines",
    source="a Spanish page of rules (docs/rules.md §8)",
    wilds_alone=1000,
    pozzetto_unlooked=-100,
    players=(2, 4),
    target=2000,
    target_is=TargetIs.REACHED,
)

CANASTA = replace(
    ITALIAN,
    key="canasta",
    source="public pages of classic Canasta (docs/rules.md §8)",
    deck=Deck(jollies=4, jolly=50, ranks=(20, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10)),
    clean=500,
    dirty=300,
    sequences_allowed=False,
    wilds=3,
    wild_share=WildShare.AS_MANY,
    red_threes=100,
    red_threes_together=800,
    red_threes_need_burraco=False,
    black_threes=True,
    pozzetto_cards=0,
    pozzetto_not_taken=0,
    closing_needs_pozzetto=False,
    out_of_play=0,
    players=(4,),
    target=5000,
    target_is=TargetIs.REACHED,
    play_only=(
        PlayOnly.CONCEALED_CLOSING,
        PlayOnly.OPENING_MINIMUM,
        PlayOnly.FROZEN_PILE,
        PlayOnly.BLACK_THREES_LAST,
    ),
    unusual_total=3000,
)

CANASTA_FOR_TWO = replace(
    CANASTA,
    key="canasta_for_two",
    source="public pages of Canasta for two players (docs/rules.md §8)",
    closing_needs_burracos=2,
    dealt_to_two=15,
    players=(2,),
    play_only=(
        PlayOnly.CONCEALED_CLOSING,
        PlayOnly.OPENING_MINIMUM,
        PlayOnly.FROZEN_PILE,
        PlayOnly.DRAW_OF_TWO,
        PlayOnly.BLACK_THREES_LAST,
    ),
)

TRANCA = replace(
    BRAZILIAN_ABERTO_SUJO,
    key="tranca",
    source="public pages of a Brazilian playing site (docs/rules.md §8)",
    deck=replace(BRAZILIAN_ABERTO_SUJO.deck, jollies=0),
    royal=None,
    set_ranks=tuple(rank for rank in SET_RANKS if rank is not Rank.THREE),
    red_threes=100,
    pile=Pile.CLOSED,
)

BRAZILIAN_AS_A_AS = replace(
    BRAZILIAN_ABERTO_SUJO,
    key="brazilian_as_a_as",
    source="public Brazilian pages (docs/rules.md §8); some ask for a clean canastra to close",
    ace_to_ace=1000,
)

BRAZILIAN_ABERTO = replace(
    BRAZILIAN_ABERTO_SUJO,
    key="brazilian_aberto",
    source="Brazilian playing sites (docs/rules.md §8)",
    sets_allowed=False,
    closing_needs_clean=True,
)

BRAZILIAN_FECHADO = replace(
    BRAZILIAN_ABERTO_SUJO,
    key="brazilian_fechado",
    source="Brazilian playing sites (docs/rules.md §8); some ask for a clean canastra to close",
    pile=Pile.CLOSED,
)

BRAZILIAN_FECHADO_SUJO = replace(
    BRAZILIAN_FECHADO,
    key="brazilian_fechado_sujo",
    source="Brazilian playing sites (docs/rules.md §8)",
)

BRAZILIAN_FECHADO_STBL = replace(
    BRAZILIAN_FECHADO,
    key="brazilian_fechado_stbl",
    source="Brazilian playing sites (docs/rules.md §8): sem trinca, bate limpo",
    sets_allowed=False,
    closing_needs_clean=True,
)

RULEBOOKS: Mapping[str, RuleSet] = {
    rules.key: rules
    for rules in (
        FIBUR_2026,
        FIBUR_INTERNAZIONALE,
        ITALIAN,
        ITALIAN_SEMICLEAN,
        ARGENTINE,
        BURAKO_COMODINES,
        BRAZILIAN_ABERTO_SUJO,
        BRAZILIAN_AS_A_AS,
        TRANCA,
        CANASTA,
        CANASTA_FOR_TWO,
        BRAZILIAN_ABERTO,
        BRAZILIAN_FECHADO,
        BRAZILIAN_FECHADO_SUJO,
        BRAZILIAN_FECHADO_STBL,
    )
}
"""The presets by key, in the order in which a referee may choose them."""

USUAL_TARGETS = (2005, 1505, 1005)
"""The usual targets of free games, for a table that wants another than its ruleset's (docs/rules.md §5)."""


def rulebook(key: str) -> RuleSet:
    """Return the preset with this key. Raise ValueError if there is none."""
    try:
        return RULEBOOKS[key]
    except KeyError:
        raise ValueError(f"ruleset: expected one of {', '.join(RULEBOOKS)}, got {key!r}") from None
