"""The contents of a ruleset's page, taken from the ruleset itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from scoring.engine.cards import JOLLY, RANKS, TILE_COLOURS
from scoring.engine.conventions import Start
from scoring.engine.deck import CARD_VALUES, Deck
from scoring.engine.grades import Grade
from scoring.engine.melds import Meld
from scoring.engine.notation import LETTERS
from scoring.engine.options import option_values
from scoring.engine.ruleset import RuleSet
from scoring.messages import CHOICES, OPTION_HELPS, OPTION_NAMES, show_cards, show_option
from scoring.rulesets.examples import example_melds

BRAZILIAN_PAGES = gettext_lazy("Public pages of Brazilian playing sites, which disagree in places.")

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
    "burako_comodines": gettext_lazy(
        "A Spanish page of rules; others pay 100 for a pozzetto taken, or count all cards against a side without a "
        "canasta."
    ),
    "argentine": gettext_lazy("The leaflet of an Argentine tile set."),
    "canasta": gettext_lazy(
        "Public pages of rules of classic Canasta, which disagree about how many wilds a meld may hold."
    ),
    "canasta_for_two": gettext_lazy(
        "Public pages of rules of Canasta for two players: 15 cards dealt, and two canastas to close."
    ),
    "brazilian_aberto_sujo": gettext_lazy("The rules of a Brazilian playing site."),
    "tranca": gettext_lazy(
        "Public pages of a Brazilian playing site; the values of the cards as in the Brazilian game."
    ),
    "brazilian_as_a_as": gettext_lazy(
        "A Brazilian newspaper’s page; Wikipedia’s asks for a clean canastra to close, and counts all cards against a "
        "side without one."
    ),
    "brazilian_aberto": BRAZILIAN_PAGES,
    "brazilian_fechado": gettext_lazy(
        "Public pages of Brazilian playing sites; some of them ask for a clean canastra to close."
    ),
    "brazilian_fechado_sujo": BRAZILIAN_PAGES,
    "brazilian_fechado_stbl": gettext_lazy(
        "Public pages of Brazilian playing sites: “sem trinca, bate limpo”, no sets and a clean canastra to close."
    ),
}
"""The origin of a preset's rules for people; `RuleSet.source` names the documents."""

BONUSES = (
    *("grades", "ace_to_ace", "wilds_alone", "royal", "clean", "semi_clean", "dirty"),
    *("red_threes", "red_threes_together", "red_threes_need_burraco", "closing"),
    *("pozzetto_taken", "pozzetto_not_taken", "pozzetto_unlooked", "waived_when_neither_took"),
    *("no_burraco_counts_against", "no_clean_counts_against", "melded_wilds_count"),
)
"""The items that score besides the cards, in the order of the page."""

PLAY = (
    *("semi_clean_definition", "wilds", "wild_share", "sets_allowed", "set_ranks", "sequences_allowed"),
    *("black_threes", "closing_needs_burracos", "closing_needs_clean"),
    "closing_needs_pozzetto",
    *("pile", "stall", "draw_suits", "players", "sides_of_six"),
    *(
        "dealt",
        "dealt_to_two",
        "pozzetto_cards",
        "solo_pozzetto_cards",
        "target",
        "target_is",
        "tie",
        "alone_from",
        "three_player_rounding",
    ),
    *("play_only", "exact_cut"),
)
"""The other options."""

FIXED_NAMES: Mapping[str, Promise] = {
    "pozzetto_refills_stock": pgettext_lazy("option", "an untaken pozzetto becomes the stock"),
    "keeps_a_card": pgettext_lazy("option", "a player who cannot close keeps a card"),
    "start": pgettext_lazy("option", "the first player is decided by"),
    "out_of_play": pgettext_lazy("option", "cards that nobody has at the end"),
}
"""Differences between presets that a club cannot change."""

FIXED_HELPS: Mapping[str, Promise] = {
    "pozzetto_refills_stock": gettext_lazy("When the stock is used up; it still counts as not taken."),
    "keeps_a_card": gettext_lazy("If a side has no card left in hand but did not close, you are asked to check."),
    "start": gettext_lazy("The lowest card deals, or the highest die plays first."),
    "out_of_play": gettext_lazy("Those of stock and discard pile, if the hand was closed or the stock used up."),
}

NAMES = {**OPTION_NAMES, **FIXED_NAMES}
HELPS = {**OPTION_HELPS, **FIXED_HELPS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting of a ruleset, in words."""

    name: str
    value: str
    explained: str
    other: str | None = None
    """The setting of the other ruleset; None if it is the same."""


@dataclass(frozen=True, slots=True)
class CardValue:
    """Cards with the same value."""

    cards: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeView:
    """A grade of burraco, or a meld of fewer cards, with examples."""

    grade: str
    name: str
    bonus: int
    melds: tuple[Meld, ...]


def card_values(deck: Deck) -> tuple[CardValue, ...]:
    """Return the cards by value, the highest first; among equal values the highest card first."""
    tiles = deck.suits[0] in TILE_COLOURS
    worth = [(show_cards([JOLLY]), deck.jolly)] if deck.jollies else []
    worth += [
        (str(int(rank)) if tiles else LETTERS[rank], points)
        for rank, points in reversed([*zip(RANKS, deck.ranks, strict=True)])
    ]
    by_points = sorted(worth, key=lambda item: -item[1])
    return tuple(
        CardValue(" ".join(card for card, _points in cards), points)
        for points, cards in groupby(by_points, key=lambda item: item[1])
    )


def deck_sentence(deck: Deck) -> str:
    """Return a sentence about the number and kind of cards and their total value."""
    kind = _("tiles") if deck.suits[0] in TILE_COLOURS else _("cards")
    facts = {"cards": deck.cards, "kind": kind, "copies": deck.copies, "one": len(deck.suits) * len(RANKS)}
    if not deck.jollies:
        return _("%(cards)s %(kind)s: %(copies)s × %(one)s, without jokers.") % facts
    jollies = ngettext("%(count)s joker", "%(count)s jokers", deck.jollies) % {"count": deck.jollies}
    return _("%(cards)s %(kind)s: %(copies)s × %(one)s and %(jollies)s.") % (facts | {"jollies": jollies})


def bonuses_of(rules: RuleSet, other: RuleSet) -> tuple[Setting, ...]:
    return tuple(_settings(rules, other, BONUSES))


def play_of(rules: RuleSet, other: RuleSet) -> tuple[Setting, ...]:
    """Return the options besides the bonuses. The definition of semi-clean is included only if it applies."""
    unknown = {"semi_clean_definition"} if rules.semi_clean is None else set()
    # One wild is always allowed, whatever its share.
    unknown |= {"wild_share"} if rules.wilds == 1 else set()
    # If a die decides, no cards are drawn.
    unknown |= {"draw_suits"} if rules.start is Start.DIE else set()
    names = [name for name in (*PLAY, *FIXED_NAMES) if name not in unknown]
    return tuple(_settings(rules, other, names))


def differences_between(rules: RuleSet, other: RuleSet) -> tuple[Setting, ...]:
    """Return everything that differs between two rulesets, including the deck."""
    deck = []
    if deck_sentence(rules.deck) != deck_sentence(other.deck):
        name = pgettext("option", "deck")
        deck = [Setting(name=name, value=deck_sentence(rules.deck), explained="", other=deck_sentence(other.deck))]
    settings = _settings(rules, other, (*BONUSES, *PLAY, *FIXED_NAMES, *CARD_VALUES))
    return (*deck, *(setting for setting in settings if setting.other is not None))


def play_only_of(rules: RuleSet) -> tuple[str, ...]:
    """Return what is played and cannot be scored, because the table does not show it after the hand."""
    cut = _("a bonus for a cut of exactly %(cards)s cards") % {"cards": rules.exact_cut}
    return (*(str(CHOICES[one]) for one in rules.play_only), *([cut] if rules.exact_cut is not None else []))


def closing_needs(rules: RuleSet) -> tuple[str, ...]:
    """Return what a side must have to close."""
    any_grade, clean = _("a burraco on the table, of any grade"), _("a clean burraco on the table")
    burraco = clean if rules.closing_needs_clean else any_grade
    if (number := rules.closing_needs_burracos) > 1:
        several = _("%(count)s burracos on the table, of any grade")
        burraco = (
            _("%(count)s burracos on the table, one of them clean") if rules.closing_needs_clean else several
        ) % {"count": number}
    pozzetto = _("its pozzetto taken") if rules.closing_needs_pozzetto else _("its pozzetto taken, if one is left")
    return (pozzetto, burraco) if rules.has_pozzetto else (burraco,)


def grade_views(rules: RuleSet) -> tuple[GradeView, ...]:
    """Return the grades of the ruleset, the best first, with examples judged by the engine."""
    melds = example_melds(rules)
    bonuses = sorted(rules.bonuses.items(), key=lambda bonus: -bonus[1])
    return tuple(
        GradeView(grade=grade, name=name, bonus=bonus, melds=tuple(meld for meld in melds if meld.grade == grade))
        for grade, name, bonus in (
            *((grade, rules.rows[grade].label or str(OPTION_NAMES[grade]), bonus) for grade, bonus in bonuses),
            (Grade.PLAIN.value, _("fewer than seven cards"), 0),
        )
    )


def _settings(rules: RuleSet, other: RuleSet, names: Sequence[str]) -> Iterator[Setting]:
    values, others = _values(rules), _values(other)
    for name in names:
        differs = values[name] != others[name] and _can_differ(name, rules, other)
        yield Setting(
            name=str(NAMES[name]),
            value=show_option(name, values[name]),
            explained=str(HELPS[name]),
            other=show_option(name, others[name]) if differs else None,
        )


def _can_differ(name: str, rules: RuleSet, other: RuleSet) -> bool:
    """Return whether the setting can differ: both rulesets have it, and suits are compared within one deck only."""
    match name:
        case "semi_clean_definition":
            return None not in (rules.semi_clean, other.semi_clean)
        case "set_ranks":
            return rules.sets_allowed and other.sets_allowed
        case "draw_suits":
            return rules.deck.suits == other.deck.suits
        case _:
            return True


def _values(rules: RuleSet) -> dict[str, object]:
    return option_values(rules) | {name: getattr(rules, name) for name in FIXED_NAMES}
