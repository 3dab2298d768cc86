"""The named rulesets. Each is `replace(...)` of another, stating only the differences, with its source.

| key                     | source                              | covered                                              |
|-------------------------|-------------------------------------|------------------------------------------------------|
| `italian`               | 000, 003: Italian club rules        | values, bonuses, pozzetto, closing, target over 2000 |
| `italian_semiclean`     | 000, Variazioni                     | the same, with the semi-clean burraco                |
| `fibur_2026`            | Italian federation's code, edition  | its semi-clean; no penalty for the pozzetto when     |
|                         | January 2026, as public summaries   | neither side took one                                |
|                         | report it; else 000, 003            |                                                      |
| `argentine`             | 001: leaflet of a tile set          | 106 tiles, muerto ±100, everything counts against a  |
|                         |                                     | side without a canasta                               |
| `brazilian_aberto_sujo` | 002: rules of a Brazilian site      | royal canastra, a hand is a game, closing when no    |
|                         |                                     | morto is left                                        |
| other `brazilian_*`     | brazilian.md: public pages, which   | pile, sets, what closing needs; values as 002        |
|                         | disagree in places                  |                                                      |

Not covered: the federation's penalties and procedures (a referee's adjustments, not the score of a hand);
the Argentine deal; Brazilian variants beyond those that 002 names. What the pile changes in the play is
kept as information and printed, never scored.
"""

from collections.abc import Mapping
from dataclasses import replace

from scoring.engine.cards import TILE_COLOURS
from scoring.engine.ruleset import Deck, Pile, RuleSet, SemiClean, Tie

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
    waived_when_neither_took=True,
)

ARGENTINE = replace(
    ITALIAN,
    key="argentine",
    source="leaflet of an Argentine tile set (001)",
    deck=replace(ITALIAN.deck, suits=TILE_COLOURS, jollies=2, jolly=50),
    pozzetto_taken=100,
    no_burraco_counts_against=True,
    target=2000,
)

BRAZILIAN_ABERTO_SUJO = replace(
    ITALIAN,
    key="brazilian_aberto_sujo",
    source="rules of a Brazilian playing site (002)",
    royal=500,
    closing_needs_pozzetto=False,
    target=None,
    tie=Tie.STARTER_WINS,
)

BRAZILIAN_ABERTO = replace(
    BRAZILIAN_ABERTO_SUJO,
    key="brazilian_aberto",
    source="Brazilian playing sites (brazilian.md)",
    sets_allowed=False,
    closing_needs_clean=True,
)

BRAZILIAN_FECHADO = replace(
    BRAZILIAN_ABERTO_SUJO,
    key="brazilian_fechado",
    source="Brazilian playing sites (brazilian.md); some ask for a clean canastra to close",
    pile=Pile.CLOSED,
)

BRAZILIAN_FECHADO_SUJO = replace(
    BRAZILIAN_FECHADO,
    key="brazilian_fechado_sujo",
    source="Brazilian playing sites (brazilian.md)",
)

BRAZILIAN_FECHADO_STBL = replace(
    BRAZILIAN_FECHADO,
    key="brazilian_fechado_stbl",
    source="Brazilian playing sites (brazilian.md): sem trinca, bate limpo",
    sets_allowed=False,
    closing_needs_clean=True,
)

RULEBOOKS: Mapping[str, RuleSet] = {
    rules.key: rules
    for rules in (
        FIBUR_2026,
        ITALIAN,
        ITALIAN_SEMICLEAN,
        ARGENTINE,
        BRAZILIAN_ABERTO_SUJO,
        BRAZILIAN_ABERTO,
        BRAZILIAN_FECHADO,
        BRAZILIAN_FECHADO_SUJO,
        BRAZILIAN_FECHADO_STBL,
    )
}
"""Every preset by its key, in the order in which a referee is offered them."""

USUAL_TARGETS = (2005, 1505, 1005)
"""What free games are played to, where a table wants another target than its ruleset's (rules.md §5)."""


def rulebook(key: str) -> RuleSet:
    """The preset of that key; ValueError when there is none."""
    try:
        return RULEBOOKS[key]
    except KeyError:
        raise ValueError(f"ruleset: expected one of {', '.join(RULEBOOKS)}, got {key!r}") from None
