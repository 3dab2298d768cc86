"""Every sentence that differs by what is entered: a pair, or in an individual tournament a player."""

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Edited:
    """A sentence for what came, for what changed and for what went."""

    added: Promise
    changed: Promise
    removed: Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantWords:
    """Sentences with the facts they need in `%(…)s`; those that count want `counter`."""

    title: Promise
    one: Promise
    """With `number`."""
    counted: Promise
    places: Promise
    """How many of them there is room for."""
    enter_themselves: Promise
    again: Promise
    """What becomes of those who come again."""
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

    # What a referee chooses and reads of a round
    here_counted: Promise
    """With `planned`."""
    adjustment_confirm: Promise
    mp_counts: Promise
    """What a penalty in MP means."""
    mp_own_counts: Promise
    vp_counts: Promise
    vp_and_mp_counts: Promise
    warning_counts: Promise
    who_of_them: Promise
    """Over the choice of a player, where a pair has two."""
    all_of_them: Promise
    number_or_name: Promise
    not_entered: Promise
    """Of a `number` that nobody has."""
    nobody_called: Promise
    """Of a `name`."""
    several_called: Promise
    """Of a `name`; they are in `pairs`."""
    line_forms: tuple[Promise, Promise]
    """What a line of a list may look like."""

    # At the desk
    find_table: Promise
    no_table: Promise
    rests: Promise
    resting: Promise
    """Their `numbers`; how many is counted."""
    one_absent: Promise
    """Before it is said so; `absent` and `present` are VP."""
    both_absent: Promise
    one_was_absent: Promise

    # In the hall
    name_heading: Promise
    your_number: Promise
    find_own: Promise
    """In a ranking, or among the tables."""
    seat_rests: Promise
    seat_withdrawn: Promise
    seat_not_ticked: Promise
    seat_none: Promise
    seat_waits: Promise
    opponents_absent: Promise

    # In print
    word: Promise
    """Over the column of the names."""

    # In the history
    kind_of_change: Promise
    one_changed: Edited
    many_changed: Edited
    """With `count`."""
    adjusted: Edited
