"""The sentences that differ for pairs and for the players of an individual tournament."""

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class EditSentences:
    """The sentences for an addition, a change and a removal."""

    added: Promise
    changed: Promise
    removed: Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantWords:
    """Sentences with their facts as `%(…)s`; sentences with a count need `counter`."""

    title: Promise
    one: Promise
    """Needs `number`."""
    counted: Promise
    places: Promise
    """The number of places."""
    enter_themselves: Promise
    again: Promise
    """The effect on entrants who come again."""
    here: Promise
    """Needs `number`; for one present and to be ticked."""

    # Actions of the referee
    enter: Promise
    enter_all: Promise
    tick: Promise
    find: Promise
    none_yet: Promise
    type_names: Promise
    back: Promise
    saved: Promise
    entered: Promise

    # Lists
    one_a_line: Promise
    list_label: Promise
    can_be_entered: Promise
    none_can: Promise
    enter_counted: Promise
    numbers_passed_over: Promise

    # Single entrants
    number: Promise
    withdrawn: Promise
    withdrawn_counted: Promise
    not_ticked: Promise
    """Precedes what can be done about them; the number is the count."""
    none_ticked: Promise
    """The same where nobody at all is ticked."""
    no_seat: Promise
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
    was_here: Promise
    keeps_number: Promise
    """This and the previous one need `pair`, the number, and `round`."""
    table_kept: Promise

    # Settings and facts of a round
    here_counted: Promise
    adjustment_confirm: Promise
    mp_counts: Promise
    """The meaning of a penalty in MP."""
    mp_own_counts: Promise
    vp_counts: Promise
    vp_and_mp_counts: Promise
    warning_counts: Promise
    who_of_them: Promise
    """The label for choosing one of a pair's players."""
    all_of_them: Promise
    number_or_name: Promise
    not_entered: Promise
    """Needs a `number` that nobody has."""
    nobody_called: Promise
    """Needs a `name`."""
    several_called: Promise
    """Needs a `name`, and the `pairs` with it."""
    line_forms: tuple[Promise, Promise]
    """Examples of the lines of a list."""

    # At the desk
    find_table: Promise
    no_table: Promise
    rests: Promise
    resting: Promise
    """Needs their `numbers`; the number is the count."""
    without_seat: Promise
    one_absent: Promise
    """Precedes the decision; `absent` and `present` are VP."""
    both_absent: Promise
    one_was_absent: Promise

    # In the hall
    name_heading: Promise
    your_number: Promise
    find_own: Promise
    """For a ranking, or a list of tables."""
    seat_rests: Promise
    seat_withdrawn: Promise
    seat_not_ticked: Promise
    seat_none: Promise
    seat_waits: Promise
    opponents_absent: Promise

    # In print
    word: Promise
    """The heading of the column of names."""

    # In the history
    kind_of_change: Promise
    one_changed: EditSentences
    many_changed: EditSentences
    """Needs `count`."""
    substituted: EditSentences
    """Needs `substitute`, `player`, `pair`, the number, and `rounds` in words."""
    adjusted: EditSentences
