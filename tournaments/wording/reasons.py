"""The sentences of a pairing's reasons in the reader's language."""

from collections.abc import Callable, Iterator, Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.records import Obstacle, Reason, ReasonCode, TableCause
from tournaments.wording.facts import Facts, Names, list_of, number_of, readable
from tournaments.wording.lines import line_facts
from tournaments.wording.stages import match_name

REASONS = {
    ReasonCode.DRAWN: gettext_lazy("Drawn by lot."),
    ReasonCode.REGISTRATION_ORDER: gettext_lazy("In the order of registration: %(pair)s with %(other)s."),
    ReasonCode.SEATED_BY_HAND: gettext_lazy("Seated by the referee."),
    ReasonCode.MITCHELL_START: gettext_lazy("First Mitchell seats, in order."),
    ReasonCode.MITCHELL_JOINS: gettext_lazy("%(pair)s was not seated in the previous round and takes a free place."),
    ReasonCode.MITCHELL_NEW_TABLE: gettext_lazy(
        "%(pair)s was not seated in the previous round: table %(tables)s is added for it."
    ),
    ReasonCode.MITCHELL_TABLE_CLOSED: gettext_lazy("%(pair)s changes place: the last table closes."),
    ReasonCode.MITCHELL_TAKES_NS: gettext_lazy("%(pair)s has no opponents here and stays as %(ns_line)s from now on."),
    ReasonCode.RANK_DISTANCE: gettext_lazy("Places %(upper)s and %(lower)s."),
    ReasonCode.SAME_VP: gettext_lazy("Both have %(vp)s VP."),
    ReasonCode.OTHER_VP: gettext_lazy("%(pair)s has %(vp)s VP, %(other)s %(other_vp)s."),
    ReasonCode.TAKEN: gettext_lazy("Already at a better-placed table: %(others)s."),
    ReasonCode.KEPT: gettext_lazy("You chose to keep this table."),
    ReasonCode.FIXED_TABLE: gettext_lazy("%(pair)s keeps table %(table)s."),
    ReasonCode.MET_BEFORE: gettext_lazy("They met in round %(round)s, which no longer counts."),
    ReasonCode.REST_DRAWN: gettext_lazy("%(pair)s rests, drawn by lot."),
    ReasonCode.OFF_ITS_TABLE: gettext_lazy("%(pair)s keeps table %(table)s, but does not sit there."),
    ReasonCode.FOUR: gettext_lazy("In fours down the ranking: places %(places)s against %(against)s."),
    ReasonCode.FOUR_NEAR: gettext_lazy(
        "Places %(places)s against %(against)s: as close as possible with few repeated partners and opponents."
    ),
    ReasonCode.REST_WHIST: gettext_lazy("%(pair)s rests: in a whist movement everybody rests once."),
    ReasonCode.REST_OPPONENT_GONE: gettext_lazy("%(pair)s rests: it would have met %(other)s, who has withdrawn."),
    ReasonCode.KNOCKOUT_THIRD_PLACE: gettext_lazy("Third-place match between the losing semi-finalists."),
    ReasonCode.KNOCKOUT_BETTER_SEED: gettext_lazy(
        "%(pair)s goes on as the better seed: in round %(round)s nobody won at its table."
    ),
    ReasonCode.KNOCKOUT_ADVANCED: gettext_lazy("%(pair)s goes on from round %(round)s: the referee decided so."),
    ReasonCode.REST_GROUP_FINISHED: gettext_lazy(
        "%(pair)s rests: group %(group)s is smaller and waits for the others."
    ),
}
"""The reasons with one sentence each; those of the others depend on their facts."""

WOULD_LEAVE = {
    Obstacle.MET: gettext_lazy("%(pair)s–%(other)s would leave %(left)s–%(left_other)s, who met in round %(round)s."),
    Obstacle.CLUB: gettext_lazy("%(pair)s–%(other)s would leave %(left)s–%(left_other)s, of the same club."),
    Obstacle.TEAM: gettext_lazy("%(pair)s–%(other)s would leave %(left)s–%(left_other)s, of the same team."),
    Obstacle.EXCLUDED: gettext_lazy(
        "%(pair)s–%(other)s would leave %(left)s–%(left_other)s, which you wanted to keep apart."
    ),
}

TABLE_CAUSES = {
    TableCause.STAYS: gettext_lazy("%(pair)s cannot sit at its table %(table)s: you chose to keep this table."),
    TableCause.TAKEN: gettext_lazy(
        "%(pair)s cannot sit at its table %(table)s: you chose to keep another table there."
    ),
    TableCause.MITCHELL: gettext_lazy(
        "%(pair)s cannot sit at its table %(table)s: another girone plays its Mitchell there."
    ),
    TableCause.OTHER: gettext_lazy("%(pair)s cannot sit at its table %(table)s: %(other)s keeps it, too."),
    TableCause.TABLEMATE: gettext_lazy(
        "%(pair)s cannot sit at its table %(table)s: %(other)s, who sits here, keeps table %(number)s."
    ),
}

FORCED = {
    ReasonCode.SAME_CLUB: (
        gettext_lazy("Same club: %(clubs)s."),
        gettext_lazy("Same club: %(clubs)s; without more rematches no round has fewer such tables."),
        "graver",
        gettext_lazy(
            "Same club: %(clubs)s; no round has fewer such tables without more rematches or meetings that must not "
            "happen."
        ),
    ),
    ReasonCode.REMATCH: (
        gettext_lazy("They met in round %(round)s."),
        gettext_lazy("They met in round %(round)s; no round can have fewer rematches."),
        "graver",
        gettext_lazy("They met in round %(round)s; fewer rematches would take more meetings that must not happen."),
    ),
    ReasonCode.SAME_TEAM: (
        gettext_lazy("Both belong to team %(team)s."),
        gettext_lazy("Both belong to team %(team)s; no round can do with fewer such tables."),
        "mixed",
        gettext_lazy(
            "Both belong to team %(team)s; no round has fewer meetings that you did not want or between teammates."
        ),
    ),
    ReasonCode.EXCLUDED: (
        gettext_lazy("You did not want %(pair)s and %(other)s to meet."),
        gettext_lazy("You did not want %(pair)s and %(other)s to meet; no round can do with fewer such tables."),
        "mixed",
        gettext_lazy(
            "You did not want %(pair)s and %(other)s to meet; no round has fewer meetings that you did not want or "
            "between teammates."
        ),
    ),
    ReasonCode.PARTNERS_AGAIN: (
        gettext_lazy("%(pair)s and %(other)s were partners in round %(round)s."),
        gettext_lazy("%(pair)s and %(other)s were partners in round %(round)s; no round can repeat fewer."),
        "mixed",
        gettext_lazy(
            "%(pair)s and %(other)s were partners in round %(round)s; no round has fewer repeated or unwanted partners."
        ),
    ),
}
"""The sentence; the one if no round has less of it; a fact, and the sentence if the reason has that fact."""

FORKS = {
    ReasonCode.MITCHELL_TURNS: (
        "alone",
        gettext_lazy("%(pair)s keeps this table and is %(ns_line)s from now on: the pair that sat there is gone."),
        gettext_lazy("%(pair)s keeps this table: its two pairs changed lines, %(pair)s stays as %(ns_line)s."),
    ),
    ReasonCode.BYE: (
        "later",
        gettext_lazy("%(pair)s rests: nobody is left on the other side of its match."),
        gettext_lazy("%(pair)s rests: the better seeds pass the first round."),
    ),
    ReasonCode.WHIST: (
        "again",
        gettext_lazy("Whist movement, its round %(round)s of %(rounds)s."),
        gettext_lazy("Whist movement, its round %(round)s of %(rounds)s: new partners for everybody."),
    ),
    ReasonCode.FOUR_PARTNERS: (
        "round",
        gettext_lazy("Places %(places)s against %(against)s: %(pair)s and %(other)s were partners in round %(round)s."),
        gettext_lazy("Places %(places)s against %(against)s: %(pair)s and %(other)s are kept apart."),
    ),
    ReasonCode.REST_MITCHELL: (
        "rests",
        gettext_lazy("%(pair)s rests again: the half table has come here."),
        gettext_lazy("%(pair)s rests: it is at the half table this round."),
    ),
    ReasonCode.TAKES_PLACE: (
        "other",
        gettext_lazy("%(pair)s takes the place of %(other)s in the round robin."),
        gettext_lazy("%(pair)s takes the free place in the round robin."),
    ),
}
"""The reasons with two sentences: the first one if the fact named says something."""


def reason_sentence(reason: Reason, names: Names | None = None) -> str:
    """Return one reason as a sentence; pairs are called as in `names`, or by their number."""
    return capfirst(_template(reason) % (readable(reason.facts, names) | line_facts()))


def distance_sentence(before: int, now: int) -> str:
    """Return whether the opponents are nearer in the ranking than before a change; by the sums over all tables."""
    if now == before:
        return _("In the ranking the opponents are as close as before.")
    if now < before:
        return _("In the ranking the opponents are closer than before.")
    return _("In the ranking the opponents are further apart than before.")


def _template(reason: Reason) -> str:
    """Return the sentence with its gaps; the facts may decide which one."""
    facts = reason.facts
    if reason.code in FORCED:
        named, forced, beside, forced_beside = FORCED[reason.code]
        return str((forced_beside if facts.get(beside) else forced) if facts.get("forced") else named)
    if reason.code in FORKS:
        fact, with_it, without = FORKS[reason.code]
        return str(with_it if facts.get(fact) else without)
    if reason.code in OF_FACTS:
        return OF_FACTS[reason.code](facts)
    return str(REASONS[reason.code])


def _mitchell_move(facts: Facts) -> str:
    return ngettext(
        "%(ew_line)s move on by %(step)s table: %(pair)s comes here.",
        "%(ew_line)s move on by %(step)s tables: %(pair)s comes here.",
        number_of(facts["step"]),
    )


def _fixed_table_missing(facts: Facts) -> str:
    return ngettext(
        "%(pair)s cannot sit at its table %(table)s: this round is played at %(tables)s table.",
        "%(pair)s cannot sit at its table %(table)s: this round is played at %(tables)s tables.",
        number_of(facts["tables"]),
    )


def _would_leave(facts: Facts) -> str:
    return str(WOULD_LEAVE[Obstacle(str(facts["obstacle"]))])


def _knockout_match(facts: Facts) -> str:
    match_ = match_name(number_of(facts["stage"]))
    return match_ + ": " + _("seed %(upper)s against seed %(lower)s.")


def _rest_odd_group(facts: Facts) -> str:
    if facts["groups"] == 1:
        return _("%(pair)s rests: it is its turn in the round robin, the number being odd.")
    return _("%(pair)s rests: it is its turn in group %(group)s, whose number is odd.")


def _moved_by_referee(facts: Facts) -> str:
    by_whom = _("Changed by the referee.")
    return f"{by_whom} {distance_sentence(number_of(facts['before']), number_of(facts['now']))}" if facts else by_whom


def _kept_apart(facts: Facts) -> str:
    match Obstacle(str(facts["obstacle"])):
        case Obstacle.MET:
            return ngettext(
                "%(pair)s has already met %(others)s (round %(rounds)s).",
                "%(pair)s has already met %(others)s (rounds %(rounds)s).",
                len(list_of(facts["rounds"])),
            )
        case Obstacle.CLUB:
            return _("%(pair)s is of the same club as %(others)s.")
        case Obstacle.TEAM:
            return _("%(pair)s is of the same team as %(others)s.")
        case Obstacle.EXCLUDED:
            return _("You did not want %(pair)s to meet %(others)s.")


def _round_robin(facts: Facts) -> str:
    where = _("Round robin, round %(round)s of %(rounds)s.")
    if facts["groups"] != 1:
        where = _("Round robin, group %(group)s, round %(round)s of %(rounds)s.")
    return where if facts["leg"] == 1 else where + " " + _("Second leg: the lines are swapped.")


def _neighbours(facts: Facts) -> str:
    sentences = [_("Neighbours in the ranking: places %(upper)s and %(lower)s.")]
    if not facts.get("ranked", True):
        sentences = [_("Neighbours in the list, since there is no ranking yet: places %(upper)s and %(lower)s.")]
    elif number_of(facts["lower"]) - number_of(facts["upper"]) > 1:
        sentences = [_("Neighbours among those to be paired: places %(upper)s and %(lower)s.")]
    if facts.get("resting"):
        sentences.append(_("Between them: %(resting)s, which rests."))
    if facts.get("staying"):
        sentences.append(_("Between them at tables that stay: %(staying)s."))
    return " ".join(sentences)


def _rest_lowest(facts: Facts) -> str:
    if _harmful(facts):
        lead = _(
            "%(pair)s rests: of those who have not rested yet, it is the lowest whose rest harms the others least."
        )
    elif number_of(facts.get("together", 1)) > 1:
        lead = _("%(pair)s rests: %(together)s have to rest, the lowest of those who rested least.")
    elif facts.get("ranked", True):
        lead = _("%(pair)s rests: the lowest in the ranking that has not rested yet.")
    else:
        lead = _("%(pair)s rests: the last in the list, since there is no ranking yet.")
    return " ".join([lead, *_beside_a_rest(facts)])


def _rest_again(facts: Facts) -> str:
    if _harmful(facts):
        lead = _(
            "%(pair)s rests again: everybody has rested, and of those who rested least its rest harms the others least."
        )
    elif number_of(facts.get("together", 1)) > 1:
        lead = _("%(pair)s rests again: %(together)s have to rest, the lowest of those who rested least.")
    else:
        lead = _("%(pair)s rests again: everybody has rested, and it is the lowest of those who rested least.")
    return " ".join([lead, *_beside_a_rest(facts)])


def _harmful(facts: Facts) -> bool:
    """Return whether a lower entrant plays because its rest would harm the others more."""
    return bool(facts.get("passed_over") or facts.get("barred"))


def _beside_a_rest(facts: Facts) -> Iterator[str]:
    if facts.get("barred"):
        barred = len(list_of(facts["barred"]))
        match facts["obstacle"]:
            case Obstacle.TEAM:
                yield ngettext(
                    "With %(barred)s resting, more teammates would have to meet.",
                    "With %(barred)s resting, more teammates would have to meet.",
                    barred,
                )
            case Obstacle.EXCLUDED:
                yield ngettext(
                    "With %(barred)s resting, there would have to be more meetings that you did not want.",
                    "With %(barred)s resting, there would have to be more meetings that you did not want.",
                    barred,
                )
            case _both:
                yield ngettext(
                    "With %(barred)s resting, more teammates would have to meet, or pairs that you keep apart.",
                    "With %(barred)s resting, more teammates would have to meet, or pairs that you keep apart.",
                    barred,
                )
    if facts.get("passed_over"):
        yield ngettext(
            "With %(passed_over)s resting, more would have to meet again.",
            "With %(passed_over)s resting, more would have to meet again.",
            len(list_of(facts["passed_over"])),
        )
    if facts.get("kept"):
        yield _("Those at tables that stay are not considered.")


def _fixed_table_taken(facts: Facts) -> str:
    if "cause" not in facts:
        return _("%(pair)s cannot sit at its table %(table)s: another pair keeps it, or its opponents keep theirs.")
    return str(TABLE_CAUSES[TableCause(str(facts["cause"]))])


def _rest_by_referee(facts: Facts) -> str:
    if not facts["rests"]:
        return _("%(pair)s rests.")
    if not facts["fewer"]:
        return _("%(pair)s rests again; everybody has rested.")
    return ngettext(
        "%(pair)s rests again, while %(fewer)s other has rested less.",
        "%(pair)s rests again, while %(fewer)s others have rested less.",
        number_of(facts["fewer"]),
    )


OF_FACTS: Mapping[ReasonCode, Callable[[Facts], str]] = {
    ReasonCode.MITCHELL_MOVE: _mitchell_move,
    ReasonCode.NEIGHBOURS: _neighbours,
    ReasonCode.FIXED_TABLE_TAKEN: _fixed_table_taken,
    ReasonCode.KEPT_APART: _kept_apart,
    ReasonCode.WOULD_LEAVE: _would_leave,
    ReasonCode.FIXED_TABLE_MISSING: _fixed_table_missing,
    ReasonCode.REST_LOWEST: _rest_lowest,
    ReasonCode.REST_AGAIN: _rest_again,
    ReasonCode.KNOCKOUT_MATCH: _knockout_match,
    ReasonCode.ROUND_ROBIN: _round_robin,
    ReasonCode.REST_ODD_GROUP: _rest_odd_group,
    ReasonCode.MOVED_BY_REFEREE: _moved_by_referee,
    ReasonCode.REST_BY_REFEREE: _rest_by_referee,
}
"""The reasons whose facts decide how they read."""
