"""The words for the players of an individual tournament."""

from django.utils.translation import gettext_lazy, ngettext_lazy, npgettext_lazy, pgettext_lazy

from .entrant_words import EditSentences, EntrantWords

PLAYERS = EntrantWords(
    title=gettext_lazy("Players"),
    one=gettext_lazy("Player %(number)s"),
    counted=ngettext_lazy("%(counter)s player", "%(counter)s players", "counter"),
    places=gettext_lazy("Places (players)"),
    enter_themselves=gettext_lazy("Players sign up on their own phones"),
    again=gettext_lazy("Ticked players are added as expected, numbered from 1. Untick those who are not coming."),
    here=gettext_lazy("Is already here"),
    enter=gettext_lazy("Add a player"),
    enter_all=gettext_lazy("Add the players"),
    tick=gettext_lazy("Tick the players who are here"),
    find=gettext_lazy("Find a player by number or name"),
    none_yet=gettext_lazy("No player yet"),
    type_names=gettext_lazy("Type a name, or paste the list that you have."),
    back=gettext_lazy("Back to the players"),
    saved=gettext_lazy("Number %(number)s: %(pair)s."),
    entered=ngettext_lazy("%(count)s player added.", "%(count)s players added.", "count"),
    one_a_line=gettext_lazy("One player per line. You see the result before anything is saved."),
    list_label=gettext_lazy("The list, one player per line"),
    can_be_entered=ngettext_lazy("%(counter)s player can be added", "%(counter)s players can be added", "counter"),
    none_can=gettext_lazy("No player can be added yet"),
    enter_counted=ngettext_lazy("Add %(counter)s player", "Add %(counter)s players", "counter"),
    numbers_passed_over=gettext_lazy(
        "Numbers in front of the lines are ignored: the players are numbered in the order of the list."
    ),
    number=gettext_lazy("Player’s number"),
    withdrawn=pgettext_lazy("player", "withdrawn"),
    withdrawn_counted=npgettext_lazy("player", "%(counter)s withdrawn", "%(counter)s withdrawn", "counter"),
    not_ticked=ngettext_lazy(
        "%(counter)s player is expected but not ticked as here:",
        "%(counter)s players are expected but not ticked as here:",
        "counter",
    ),
    none_ticked=ngettext_lazy(
        "%(counter)s player expected, none ticked:", "%(counter)s players expected, none ticked:", "counter"
    ),
    no_seat=gettext_lazy("Players who are not ticked get no seat."),
    has_withdrawn=gettext_lazy("Player %(number)s has withdrawn."),
    plays_again=gettext_lazy("Player %(number)s plays again."),
    is_withdrawn=gettext_lazy("This player has withdrawn, keeps the results and is not seated again."),
    withdraw=gettext_lazy("Withdraw the player"),
    withdraw_confirm=gettext_lazy(
        "%(pair)s keeps the results and is not seated again unless you reinstate the player."
    ),
    delete=gettext_lazy("Delete the player"),
    delete_confirm=gettext_lazy("Number %(number)s, %(pair)s, is deleted from the list, but stays a member."),
    deleted=gettext_lazy("Number %(number)s, %(pair)s, was deleted."),
    how_many_names=gettext_lazy("In an individual tournament one name is entered at a time."),
    plays_already=gettext_lazy("%(player)s is already playing, under number %(number)s."),
    from_one=gettext_lazy("Numbers start at 1."),
    on_the_slips=gettext_lazy("Player %(pair)s has been seated: the number is on the slips."),
    in_a_draft=gettext_lazy("Player %(pair)s is seated in the draft of round %(round)s: discard the draft first."),
    not_deleted=gettext_lazy("Player %(pair)s has been seated and cannot be deleted: withdraw the player instead."),
    was_here=gettext_lazy(
        "Player %(pair)s was here when round %(round)s was drawn, and cannot be deleted: withdraw the player instead."
    ),
    keeps_number=gettext_lazy("Player %(pair)s was here when round %(round)s was drawn: the number stays."),
    table_kept=gettext_lazy("Table %(table)s is kept by player %(number)s, %(pair)s: choose another."),
    here_counted=ngettext_lazy("%(counter)s player is here.", "%(counter)s players are here.", "counter"),
    adjustment_confirm=gettext_lazy(
        "The adjustment of player %(number)s in round %(round)s (%(reason)s) no longer counts. The history keeps it."
    ),
    mp_counts=gettext_lazy(
        "MP: counted before the round’s VP are worked out, so the partner and the opponents are affected"
    ),
    mp_own_counts=gettext_lazy(
        "MP with no effect on anybody else: VP stay as they are, only the player’s own MP change"
    ),
    vp_counts=gettext_lazy("VP: only the player’s own total changes"),
    vp_and_mp_counts=gettext_lazy("VP and the MP the scale gives for them: nobody else is affected"),
    warning_counts=gettext_lazy("Warning: no points; it is counted for the player"),
    who_of_them=pgettext_lazy("player", "Who committed it?"),
    all_of_them=gettext_lazy("the player’s"),
    number_or_name=gettext_lazy("Player, by number or name"),
    not_entered=gettext_lazy("No player of this tournament has the number %(number)s."),
    nobody_called=gettext_lazy("No player of this tournament is called %(name)s: type the number, or part of a name."),
    several_called=gettext_lazy("Several players are called %(name)s: %(pairs)s. Type the number."),
    line_forms=(
        gettext_lazy("Rossi Anna, last name first; or with a comma after the last name: De Luca Rossi, Anna."),
        gettext_lazy("One column copied from a spreadsheet; or two: last name, first name."),
    ),
    find_table=gettext_lazy("Table, number or name"),
    no_table=gettext_lazy("No table, number or name like that in this round."),
    resting=ngettext_lazy("player %(numbers)s rests", "players %(numbers)s rest", "counter"),
    without_seat=ngettext_lazy(
        "%(counter)s player is here without a seat", "%(counter)s players are here without a seat", "counter"
    ),
    rests=gettext_lazy("The player rests: %(vp)s VP and a difference of +%(mp)s. There is nothing to enter."),
    one_absent=gettext_lazy(
        "Both players of the absent line get %(absent)s VP; those who came %(present)s VP, or what they had scored "
        "already if that is more. Whole hands typed in the slip are kept."
    ),
    both_absent=gettext_lazy("All four players get 0 VP."),
    one_was_absent=gettext_lazy(
        "Its players get %(absent)s VP each; those who came %(present)s VP, or what they had scored already if that "
        "is more."
    ),
    name_heading=gettext_lazy("Player"),
    your_number=gettext_lazy("Your name, or your number"),
    find_own=pgettext_lazy("in a list", "Find me"),
    seat_rests=pgettext_lazy("player", "You do not play this round."),
    seat_withdrawn=gettext_lazy("This player has withdrawn. The results stay."),
    seat_not_ticked=pgettext_lazy("player", "Not ticked as here yet: tell the referee that you have come."),
    seat_none=gettext_lazy("This player is not seated in this round."),
    seat_waits=pgettext_lazy("player", "Your table appears here automatically when the next round begins."),
    opponents_absent=pgettext_lazy("player", "Your opponents were absent."),
    word=gettext_lazy("player"),
    kind_of_change=gettext_lazy("players"),
    one_changed=EditSentences(
        added=gettext_lazy("Player %(number)s added: %(names)s"),
        changed=gettext_lazy("Player %(number)s, %(names)s"),
        removed=gettext_lazy("Player %(number)s deleted: %(names)s"),
    ),
    many_changed=EditSentences(
        added=ngettext_lazy("%(count)s player added", "%(count)s players added", "count"),
        changed=ngettext_lazy("%(count)s player changed", "%(count)s players changed", "count"),
        removed=ngettext_lazy("%(count)s player deleted", "%(count)s players deleted", "count"),
    ),
    substituted=EditSentences(
        added=gettext_lazy("Player %(pair)s: %(substitute)s in place of %(player)s, %(rounds)s"),
        changed=gettext_lazy("Player %(pair)s, changed: %(substitute)s in place of %(player)s, %(rounds)s"),
        removed=gettext_lazy("Player %(pair)s, undone: %(substitute)s in place of %(player)s, %(rounds)s"),
    ),
    adjusted=EditSentences(
        added=gettext_lazy("Player %(pair)s, round %(round)s: %(points)s, %(reason)s"),
        changed=gettext_lazy("Adjustment changed: player %(pair)s, round %(round)s: %(points)s, %(reason)s"),
        removed=gettext_lazy("Adjustment removed: player %(pair)s, round %(round)s: %(points)s, %(reason)s"),
    ),
)
