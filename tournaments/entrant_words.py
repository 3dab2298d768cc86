"""What is entered is called a pair, or in an individual tournament a player: every sentence that differs by it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy, npgettext_lazy, pgettext_lazy

from .models import Tournament
from .records import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantWords:
    """Sentences with the facts they need in `%(…)s`; those that count want `counter`."""

    title: Promise
    one: Promise
    """With `number`."""
    counted: Promise
    here: Promise
    """`number` of it, here and to be ticked."""

    # What the referee does
    enter: Promise
    enter_all: Promise
    tick: Promise
    find: Promise
    none_yet: Promise
    type_names: Promise
    back: Promise
    saved: Promise
    entered: Promise

    # A list
    one_a_line: Promise
    list_label: Promise
    can_be_entered: Promise
    none_can: Promise
    enter_counted: Promise
    numbers_passed_over: Promise
    listed_already: Promise

    # One of them
    number: Promise
    withdrawn: Promise
    withdrawn_counted: Promise
    withdrawn_are: Promise
    """In front of their names."""
    not_ticked: Promise
    """In front of their names; how many is counted."""
    has_withdrawn: Promise
    plays_again: Promise
    is_withdrawn: Promise
    withdraw: Promise
    withdraw_confirm: Promise
    delete: Promise
    delete_confirm: Promise
    deleted: Promise

    # Refusals
    how_many_names: Promise
    plays_already: Promise
    from_one: Promise
    on_the_slips: Promise
    in_a_draft: Promise
    not_deleted: Promise
    table_kept: Promise


PAIRS = EntrantWords(
    title=gettext_lazy("Pairs"),
    one=gettext_lazy("Pair %(number)s"),
    counted=ngettext_lazy("%(counter)s pair", "%(counter)s pairs", "counter"),
    here=gettext_lazy("They are here already"),
    enter=gettext_lazy("Enter the pair"),
    enter_all=gettext_lazy("Enter the pairs"),
    tick=gettext_lazy("Tick the pairs that are here"),
    find=gettext_lazy("Find a pair by number or name"),
    none_yet=gettext_lazy("No pair yet"),
    type_names=gettext_lazy("Type two names above, or paste the list that you have."),
    back=gettext_lazy("Back to the pairs"),
    saved=gettext_lazy("Pair %(number)s: %(pair)s."),
    entered=ngettext_lazy("%(count)s pair entered.", "%(count)s pairs entered.", "count"),
    one_a_line=gettext_lazy("One pair a line. You see what comes of it before anything is saved."),
    list_label=gettext_lazy("The list, one pair a line"),
    can_be_entered=ngettext_lazy("%(counter)s pair can be entered", "%(counter)s pairs can be entered", "counter"),
    none_can=gettext_lazy("No pair can be entered yet"),
    enter_counted=ngettext_lazy("Enter %(counter)s pair", "Enter %(counter)s pairs", "counter"),
    numbers_passed_over=gettext_lazy(
        "Numbers in front of the lines are passed over: the pairs are numbered in the order of the list."
    ),
    listed_already=gettext_lazy("%(player)s plays already in pair %(number)s of this list."),
    number=gettext_lazy("Pair number"),
    withdrawn=gettext_lazy("withdrawn"),
    withdrawn_counted=ngettext_lazy("%(counter)s withdrawn", "%(counter)s withdrawn", "counter"),
    withdrawn_are=gettext_lazy("Withdrawn:"),
    not_ticked=ngettext_lazy(
        "%(counter)s pair is expected but not ticked as here, so it gets no seat:",
        "%(counter)s pairs are expected but not ticked as here, so they get no seat:",
        "counter",
    ),
    has_withdrawn=gettext_lazy("Pair %(number)s has withdrawn."),
    plays_again=gettext_lazy("Pair %(number)s plays again."),
    is_withdrawn=gettext_lazy("The pair has withdrawn: it keeps its results and is not paired again."),
    withdraw=gettext_lazy("Withdraw the pair"),
    withdraw_confirm=gettext_lazy("%(pair)s keeps its results and is not paired again, until you take it back."),
    delete=gettext_lazy("Delete the pair"),
    delete_confirm=gettext_lazy("Pair %(number)s, %(pair)s, is deleted from the list. Both stay members."),
    deleted=gettext_lazy("Pair %(number)s, %(pair)s, was deleted."),
    how_many_names=gettext_lazy("A pair needs two names."),
    plays_already=gettext_lazy("%(player)s plays already in pair %(number)s, %(pair)s."),
    from_one=gettext_lazy("Pair numbers start at 1."),
    on_the_slips=gettext_lazy("Pair %(pair)s has been seated: its number is on the slips."),
    in_a_draft=gettext_lazy("Pair %(pair)s is seated in the draft of round %(round)s: throw the draft away first."),
    not_deleted=gettext_lazy("Pair %(pair)s has been seated and cannot be deleted: withdraw it instead."),
    table_kept=gettext_lazy("Table %(table)s is kept by pair %(number)s, %(pair)s: choose another."),
)

PLAYERS = EntrantWords(
    title=gettext_lazy("Players"),
    one=gettext_lazy("Player %(number)s"),
    counted=ngettext_lazy("%(counter)s player", "%(counter)s players", "counter"),
    here=gettext_lazy("Is here already"),
    enter=gettext_lazy("Enter the player"),
    enter_all=gettext_lazy("Enter the players"),
    tick=gettext_lazy("Tick the players who are here"),
    find=gettext_lazy("Find a player by number or name"),
    none_yet=gettext_lazy("No player yet"),
    type_names=gettext_lazy("Type a name above, or paste the list that you have."),
    back=gettext_lazy("Back to the players"),
    saved=gettext_lazy("Number %(number)s: %(pair)s."),
    entered=ngettext_lazy("%(count)s player entered.", "%(count)s players entered.", "count"),
    one_a_line=gettext_lazy("One player a line. You see what comes of it before anything is saved."),
    list_label=gettext_lazy("The list, one player a line"),
    can_be_entered=ngettext_lazy("%(counter)s player can be entered", "%(counter)s players can be entered", "counter"),
    none_can=gettext_lazy("No player can be entered yet"),
    enter_counted=ngettext_lazy("Enter %(counter)s player", "Enter %(counter)s players", "counter"),
    numbers_passed_over=gettext_lazy(
        "Numbers in front of the lines are passed over: the players are numbered in the order of the list."
    ),
    listed_already=gettext_lazy("%(player)s stands already in this list, with number %(number)s."),
    number=gettext_lazy("Player’s number"),
    withdrawn=pgettext_lazy("player", "withdrawn"),
    withdrawn_counted=npgettext_lazy("player", "%(counter)s withdrawn", "%(counter)s withdrawn", "counter"),
    withdrawn_are=pgettext_lazy("players", "Withdrawn:"),
    not_ticked=ngettext_lazy(
        "%(counter)s player is expected but not ticked as here, so gets no seat:",
        "%(counter)s players are expected but not ticked as here, so they get no seat:",
        "counter",
    ),
    has_withdrawn=gettext_lazy("Player %(number)s has withdrawn."),
    plays_again=gettext_lazy("Player %(number)s plays again."),
    is_withdrawn=gettext_lazy("This player has withdrawn, keeps the results and is not seated again."),
    withdraw=gettext_lazy("Withdraw the player"),
    withdraw_confirm=gettext_lazy(
        "%(pair)s keeps the results and is not seated again, until you take the player back."
    ),
    delete=gettext_lazy("Delete the player"),
    delete_confirm=gettext_lazy("Number %(number)s, %(pair)s, is deleted from the list, but stays a member."),
    deleted=gettext_lazy("Number %(number)s, %(pair)s, was deleted."),
    how_many_names=gettext_lazy("In an individual tournament one name is entered at a time."),
    plays_already=gettext_lazy("%(player)s plays already, under number %(number)s."),
    from_one=gettext_lazy("Numbers start at 1."),
    on_the_slips=gettext_lazy("Player %(pair)s has been seated: the number is on the slips."),
    in_a_draft=gettext_lazy("Player %(pair)s is seated in the draft of round %(round)s: throw the draft away first."),
    not_deleted=gettext_lazy("Player %(pair)s has been seated and cannot be deleted: withdraw the player instead."),
    table_kept=gettext_lazy("Table %(table)s is kept by player %(number)s, %(pair)s: choose another."),
)

WORDS: Mapping[Kind, EntrantWords] = {Kind.PAIRS: PAIRS, Kind.INDIVIDUAL: PLAYERS, Kind.TEAMS: PAIRS}


def words_of(tournament: Tournament) -> EntrantWords:
    """The words for who is entered in this tournament."""
    return WORDS[Kind(tournament.kind)]
