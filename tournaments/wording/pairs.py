"""The words for pairs, and for the pairs of a team event."""

from django.utils.translation import gettext_lazy, ngettext_lazy

from .entrant_words import EditSentences, EntrantWords

PAIRS = EntrantWords(
    title=gettext_lazy("Pairs"),
    one=gettext_lazy("Pair %(number)s"),
    counted=ngettext_lazy("%(counter)s pair", "%(counter)s pairs", "counter"),
    places=gettext_lazy("Places (pairs)"),
    enter_themselves=gettext_lazy("Pairs sign up on their own phones"),
    again=gettext_lazy("Ticked pairs are added as expected, numbered from 1. Untick those who are not coming."),
    here=gettext_lazy("They are already here"),
    enter=gettext_lazy("Add a pair"),
    enter_all=gettext_lazy("Add the pairs"),
    tick=gettext_lazy("Tick the pairs that are here"),
    find=gettext_lazy("Find a pair by number or name"),
    none_yet=gettext_lazy("No pair yet"),
    type_names=gettext_lazy("Type two names, or paste the list that you have."),
    back=gettext_lazy("Back to the pairs"),
    saved=gettext_lazy("Pair %(number)s: %(pair)s."),
    entered=ngettext_lazy("%(count)s pair added.", "%(count)s pairs added.", "count"),
    one_a_line=gettext_lazy("One pair per line. You see the result before anything is saved."),
    list_label=gettext_lazy("The list, one pair per line"),
    can_be_entered=ngettext_lazy("%(counter)s pair can be added", "%(counter)s pairs can be added", "counter"),
    none_can=gettext_lazy("No pair can be added yet"),
    enter_counted=ngettext_lazy("Add %(counter)s pair", "Add %(counter)s pairs", "counter"),
    numbers_passed_over=gettext_lazy(
        "Numbers in front of the lines are ignored: the pairs are numbered in the order of the list."
    ),
    number=gettext_lazy("Pair number"),
    withdrawn=gettext_lazy("withdrawn"),
    withdrawn_counted=ngettext_lazy("%(counter)s withdrawn", "%(counter)s withdrawn", "counter"),
    not_ticked=ngettext_lazy(
        "%(counter)s pair is expected but not ticked as here:",
        "%(counter)s pairs are expected but not ticked as here:",
        "counter",
    ),
    none_ticked=ngettext_lazy(
        "%(counter)s pair expected, none ticked:", "%(counter)s pairs expected, none ticked:", "counter"
    ),
    no_seat=gettext_lazy("Pairs that are not ticked get no seat."),
    has_withdrawn=gettext_lazy("Pair %(number)s has withdrawn."),
    plays_again=gettext_lazy("Pair %(number)s plays again."),
    is_withdrawn=gettext_lazy("The pair has withdrawn: it keeps its results and is not paired again."),
    withdraw=gettext_lazy("Withdraw the pair"),
    withdraw_confirm=gettext_lazy("%(pair)s keeps its results and is not paired again unless you reinstate it."),
    delete=gettext_lazy("Delete the pair"),
    delete_confirm=gettext_lazy("Pair %(number)s, %(pair)s, is deleted from the list. Both stay members."),
    deleted=gettext_lazy("Pair %(number)s, %(pair)s, was deleted."),
    how_many_names=gettext_lazy("A pair needs two names."),
    plays_already=gettext_lazy("%(player)s is already playing in pair %(number)s, %(pair)s."),
    from_one=gettext_lazy("Pair numbers start at 1."),
    on_the_slips=gettext_lazy("Pair %(pair)s has been seated: its number is on the slips."),
    in_a_draft=gettext_lazy("Pair %(pair)s is seated in the draft of round %(round)s: discard the draft first."),
    not_deleted=gettext_lazy("Pair %(pair)s has been seated and cannot be deleted: withdraw it instead."),
    was_here=gettext_lazy(
        "Pair %(pair)s was here when round %(round)s was drawn, and cannot be deleted: withdraw it instead."
    ),
    keeps_number=gettext_lazy("Pair %(pair)s was here when round %(round)s was drawn: it keeps its number."),
    table_kept=gettext_lazy("Table %(table)s is kept by pair %(number)s, %(pair)s: choose another."),
    here_counted=ngettext_lazy("%(counter)s pair is here.", "%(counter)s pairs are here.", "counter"),
    adjustment_confirm=gettext_lazy(
        "The adjustment of pair %(number)s in round %(round)s (%(reason)s) no longer counts. The history keeps it."
    ),
    mp_counts=gettext_lazy("MP: counted before the round’s VP are worked out, so the opponents are affected"),
    mp_own_counts=gettext_lazy(
        "MP with no effect on the opponents: VP stay as they are, only the pair’s own MP change"
    ),
    vp_counts=gettext_lazy("VP: only the pair’s own total changes"),
    vp_and_mp_counts=gettext_lazy("VP and the MP the scale gives for them: the opponents are not affected"),
    warning_counts=gettext_lazy("Warning: no points; it is counted for the pair and for the player"),
    who_of_them=gettext_lazy("Who committed it?"),
    all_of_them=gettext_lazy("the pair’s"),
    number_or_name=gettext_lazy("Pair, by number or name"),
    not_entered=gettext_lazy("No pair of this tournament has the number %(number)s."),
    nobody_called=gettext_lazy("No pair of this tournament is called %(name)s: type its number, or part of a name."),
    several_called=gettext_lazy("Several are called %(name)s: %(pairs)s. Type the number."),
    line_forms=(
        gettext_lazy(
            "Rossi Anna - Bianchi Carlo, separated by a hyphen with spaces, a slash or a semicolon; last name first."
        ),
        gettext_lazy("Two columns copied from a spreadsheet; or four: last name, first name, last name, first name."),
    ),
    find_table=gettext_lazy("Table, pair or name"),
    no_table=gettext_lazy("No table, pair or name like that in this round."),
    resting=ngettext_lazy("pair %(numbers)s rests", "pairs %(numbers)s rest", "counter"),
    without_seat=ngettext_lazy(
        "%(counter)s pair is here without a seat", "%(counter)s pairs are here without a seat", "counter"
    ),
    rests=gettext_lazy("The pair rests: %(vp)s VP and a difference of +%(mp)s. There is nothing to enter."),
    one_absent=gettext_lazy(
        "The absent pair gets %(absent)s VP; the pair that came gets %(present)s VP, or what it had scored "
        "already if that is more. Whole hands typed in the slip are kept."
    ),
    both_absent=gettext_lazy("Both pairs get 0 VP."),
    one_was_absent=gettext_lazy(
        "It gets %(absent)s VP; the pair that came %(present)s VP, or what it had scored already if that is more."
    ),
    name_heading=gettext_lazy("Pair"),
    your_number=gettext_lazy("Your name, or your pair’s number"),
    find_own=gettext_lazy("Find my pair"),
    seat_rests=gettext_lazy("You do not play this round."),
    seat_withdrawn=gettext_lazy("This pair has withdrawn. Its results stay."),
    seat_not_ticked=gettext_lazy("Not ticked as here yet: tell the referee that you have come."),
    seat_none=gettext_lazy("This pair is not seated in this round."),
    seat_waits=gettext_lazy("Your table appears here automatically when the next round begins."),
    opponents_absent=gettext_lazy("Your opponents were absent."),
    word=gettext_lazy("pair"),
    kind_of_change=gettext_lazy("pairs"),
    one_changed=EditSentences(
        added=gettext_lazy("Pair %(number)s added: %(names)s"),
        changed=gettext_lazy("Pair %(number)s, %(names)s"),
        removed=gettext_lazy("Pair %(number)s deleted: %(names)s"),
    ),
    many_changed=EditSentences(
        added=ngettext_lazy("%(count)s pair added", "%(count)s pairs added", "count"),
        changed=ngettext_lazy("%(count)s pair changed", "%(count)s pairs changed", "count"),
        removed=ngettext_lazy("%(count)s pair deleted", "%(count)s pairs deleted", "count"),
    ),
    substituted=EditSentences(
        added=gettext_lazy("Pair %(pair)s: %(substitute)s in place of %(player)s, %(rounds)s"),
        changed=gettext_lazy("Pair %(pair)s, changed: %(substitute)s in place of %(player)s, %(rounds)s"),
        removed=gettext_lazy("Pair %(pair)s, undone: %(substitute)s in place of %(player)s, %(rounds)s"),
    ),
    adjusted=EditSentences(
        added=gettext_lazy("Pair %(pair)s, round %(round)s: %(points)s, %(reason)s"),
        changed=gettext_lazy("Adjustment changed: pair %(pair)s, round %(round)s: %(points)s, %(reason)s"),
        removed=gettext_lazy("Adjustment removed: pair %(pair)s, round %(round)s: %(points)s, %(reason)s"),
    ),
)
