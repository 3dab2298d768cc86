"""Everything that a page tells of a ruleset, read off the ruleset itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from scoring.engine.cards import JOLLY, RANKS, TILE_COLOURS
from scoring.engine.deck import CARD_VALUES, Deck
from scoring.engine.grades import Grade
from scoring.engine.melds import Meld
from scoring.engine.notation import LETTERS
from scoring.engine.options import option_values
from scoring.engine.ruleset import RuleSet
from scoring.messages import OPTION_HELPS, OPTION_NAMES, show_cards, show_option
from scoring.rulesets.examples import example_melds

SOURCES: Mapping[str, Promise] = {
    "fibur_2026": gettext_lazy(
        "The Italian federation’s code, edition January 2026, as public summaries of it report it; for the rest the "
        "rules of Italian clubs."
    ),
    "fibur_internazionale": gettext_lazy(
        "The Italian federation’s code for the international game, as public summaries of it report it."
    ),
    "italian": gettext_lazy("The rules of Italian clubs, and the paper slip that they all use."),
    "italian_semiclean": gettext_lazy("The rules of Italian clubs, with a variation that they name."),
    "argentine": gettext_lazy("The leaflet of an Argentine tile set."),
    "brazilian_aberto_sujo": gettext_lazy("The rules of a Brazilian playing site."),
    "brazilian_aberto": gettext_lazy("Public pages of Brazilian playing sites, which disagree in places."),
    "brazilian_fechado": gettext_lazy(
        "Public pages of Brazilian playing sites; some of them ask for a clean canastra to close."
    ),
    "brazilian_fechado_sujo": gettext_lazy("Public pages of Brazilian playing sites, which disagree in places."),
    "brazilian_fechado_stbl": gettext_lazy(
        "Public pages of Brazilian playing sites: “sem trinca, bate limpo”, no sets and a clean canastra to close."
    ),
}
"""Where a preset's rules come from, for people; `RuleSet.source` names the documents."""

BONUSES = (
    *("grades", "royal", "clean", "semi_clean", "dirty", "closing"),
    *("pozzetto_taken", "pozzetto_not_taken", "pozzetto_unlooked", "waived_when_neither_took"),
    "no_burraco_counts_against",
)
"""What is scored beside the cards, in the order of the page."""

PLAY = (
    *("semi_clean_definition", "sets_allowed", "set_ranks", "closing_needs_clean"),
    "closing_needs_pozzetto",
    *("pile", "stall", "draw_suits", "players", "target", "tie", "three_player_rounding"),
)
"""The other options."""

FIXED_NAMES: Mapping[str, Promise] = {
    "pozzetto_refills_stock": pgettext_lazy("option", "an untaken pozzetto becomes the stock"),
    "keeps_a_card": pgettext_lazy("option", "who cannot close keeps a card"),
}
"""What presets differ in and a club cannot change."""

FIXED_HELPS: Mapping[str, Promise] = {
    "pozzetto_refills_stock": gettext_lazy("When the stock is used up; it still counts as not taken."),
    "keeps_a_card": gettext_lazy("A side without any card in hand that did not close is asked about."),
}

NAMES = {**OPTION_NAMES, **FIXED_NAMES}
HELPS = {**OPTION_HELPS, **FIXED_HELPS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One thing in which rulesets differ, in words."""

    name: str
    value: str
    explained: str
    other: str | None = None
    """What it is in the ruleset compared with; None where it is the same."""


@dataclass(frozen=True, slots=True)
class CardValue:
    """Cards that are worth the same."""

    cards: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeShown:
    """A grade of burraco, or a meld of fewer cards, with examples."""

    grade: str
    name: str
    bonus: int
    melds: tuple[Meld, ...]


def card_values(deck: Deck) -> tuple[CardValue, ...]:
    """The cards by what they are worth, the dearest first; of equal ones the highest first."""
    tiles = deck.suits[0] in TILE_COLOURS
    worth = [(show_cards([JOLLY]), deck.jolly)]
    worth += [
        (str(int(rank)) if tiles else LETTERS[rank], points)
        for rank, points in reversed([*zip(RANKS, deck.ranks, strict=True)])
    ]
    by_points = sorted(worth, key=lambda each: -each[1])
    return tuple(
        CardValue(" ".join(card for card, _points in cards), points)
        for points, cards in groupby(by_points, key=lambda each: each[1])
    )


def deck_sentence(deck: Deck) -> str:
    """How many cards, of which, and what they are worth together."""
    kind = _("tiles") if deck.suits[0] in TILE_COLOURS else _("cards")
    jollies = ngettext("%(count)s jolly", "%(count)s jollies", deck.jollies) % {"count": deck.jollies}
    facts = {"cards": deck.cards, "kind": kind, "copies": deck.copies, "one": len(deck.suits) * len(RANKS)}
    return _("%(cards)s %(kind)s: %(copies)s × %(one)s and %(jollies)s.") % (facts | {"jollies": jollies})


def bonuses_of(rules: RuleSet, other: RuleSet) -> tuple[Setting, ...]:
    return tuple(_settings(rules, other, BONUSES))


def play_of(rules: RuleSet, other: RuleSet) -> tuple[Setting, ...]:
    """The options beside the bonuses; how semi-clean is defined only where it is known."""
    names = PLAY if rules.semi_clean is not None else PLAY[1:]
    return tuple(_settings(rules, other, (*names, *FIXED_NAMES)))


def differences_between(rules: RuleSet, other: RuleSet) -> tuple[Setting, ...]:
    """Everything that is not the same in both, the deck included."""
    deck = []
    if deck_sentence(rules.deck) != deck_sentence(other.deck):
        name = pgettext("option", "deck")
        deck = [Setting(name=name, value=deck_sentence(rules.deck), explained="", other=deck_sentence(other.deck))]
    settings = _settings(rules, other, (*BONUSES, *PLAY, *FIXED_NAMES, *CARD_VALUES))
    return (*deck, *(each for each in settings if each.other is not None))


def closing_needs(rules: RuleSet) -> tuple[str, ...]:
    """What a side must have to close."""
    any_grade, clean = _("a burraco on the table, of any grade"), _("a clean burraco on the table")
    burraco = clean if rules.closing_needs_clean else any_grade
    pozzetto = _("its pozzetto taken") if rules.closing_needs_pozzetto else _("its pozzetto taken, if one is left")
    return pozzetto, burraco


def grades_shown(rules: RuleSet) -> tuple[GradeShown, ...]:
    """Every grade that the ruleset knows, the best first, with what the engine makes of the examples."""
    melds = example_melds(rules)
    known = sorted(rules.bonuses.items(), key=lambda each: -each[1])
    return tuple(
        GradeShown(grade=grade, name=name, bonus=bonus, melds=tuple(meld for meld in melds if meld.grade == grade))
        for grade, name, bonus in (
            *((grade, rules.rows[grade].label or str(OPTION_NAMES[grade]), bonus) for grade, bonus in known),
            (Grade.PLAIN.value, _("fewer than seven cards"), 0),
        )
    )


def _settings(rules: RuleSet, other: RuleSet, names: tuple[str, ...]) -> Iterator[Setting]:
    values, others = _values(rules), _values(other)
    for name in names:
        differs = values[name] != others[name] and _can_differ(name, rules, other)
        yield Setting(
            name=str(NAMES[name]),
            value=_shown(name, values[name]),
            explained=str(HELPS[name]),
            other=_shown(name, others[name]) if differs else None,
        )


def _can_differ(name: str, rules: RuleSet, other: RuleSet) -> bool:
    """What one of two rulesets does not know is no difference between them, nor are the suits of another deck."""
    match name:
        case "semi_clean_definition":
            return None not in (rules.semi_clean, other.semi_clean)
        case "set_ranks":
            return rules.sets_allowed and other.sets_allowed
        case "draw_suits":
            return rules.deck.suits == other.deck.suits
        case _:
            return True


def _shown(name: str, value: object) -> str:
    return show_option(name, value).replace("-", "−")


def _values(rules: RuleSet) -> dict[str, object]:
    return option_values(rules) | {name: getattr(rules, name) for name in FIXED_NAMES}
