"""What a pairing says to people: the sentences of its reasons and refusals, in the reader's language."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.pairing import PairingRefused, RefusalCode
from tournaments.records import EntrantId, Obstacle, Reason, ReasonCode
from tournaments.stage_names import stage_name

Names = Mapping[EntrantId, str]
Facts = Mapping[str, int | str | list[int]]

PAIR_FACTS = frozenset({"pair", "other", "others", "left", "left_other", "passed_over", "pairs"})
"""The facts that are pairs, one or several, and not a figure."""

REASONS = {
    ReasonCode.DRAWN: gettext_lazy("Drawn by lot."),
    ReasonCode.REGISTRATION_ORDER: gettext_lazy("In the order of registration: %(pair)s with %(other)s."),
    ReasonCode.SEATED_BY_HAND: gettext_lazy("Seated by the referee."),
    ReasonCode.MITCHELL_START: gettext_lazy("First Mitchell seats, in order."),
    ReasonCode.MITCHELL_JOINS: gettext_lazy("%(pair)s did not sit in the round before and takes a free place."),
    ReasonCode.MITCHELL_NEW_TABLE: gettext_lazy(
        "%(pair)s did not sit in the round before: the hall grows to %(tables)s tables."
    ),
    ReasonCode.MITCHELL_TABLE_CLOSED: gettext_lazy(
        "%(pair)s changes place: the last table closes, the hall shrinks to %(tables)s."
    ),
    ReasonCode.MITCHELL_TAKES_NS: gettext_lazy("%(pair)s finds nobody here and stays as NS from now on."),
    ReasonCode.MITCHELL_TURNS: gettext_lazy(
        "%(pair)s keeps this table: its two pairs changed lines, %(pair)s stays as NS."
    ),
    ReasonCode.NEIGHBOURS: gettext_lazy("Neighbours in the ranking: places %(upper)s and %(lower)s."),
    ReasonCode.RANK_DISTANCE: gettext_lazy("Places %(upper)s and %(lower)s."),
    ReasonCode.SAME_VP: gettext_lazy("Both have %(vp)s VP."),
    ReasonCode.OTHER_VP: gettext_lazy("%(pair)s has %(vp)s VP, %(other)s %(other_vp)s."),
    ReasonCode.TAKEN: gettext_lazy("Already at a better-placed table: %(others)s."),
    ReasonCode.KEPT: gettext_lazy("You let this table stay."),
    ReasonCode.FIXED_TABLE: gettext_lazy("%(pair)s keeps table %(table)s."),
    ReasonCode.FIXED_TABLE_TAKEN: gettext_lazy(
        "%(pair)s cannot sit at its table %(table)s: another pair keeps it, or its opponents keep theirs."
    ),
    ReasonCode.MET_BEFORE: gettext_lazy("They met in round %(round)s, which no longer counts."),
    ReasonCode.REST_DRAWN: gettext_lazy("%(pair)s rests, drawn by lot."),
    ReasonCode.OFF_ITS_TABLE: gettext_lazy("%(pair)s keeps table %(table)s, but does not sit there."),
    ReasonCode.WHIST: gettext_lazy("Whist movement, its round %(round)s of %(rounds)s: new partners for everybody."),
    ReasonCode.FOUR: gettext_lazy("In fours down the ranking: places %(places)s against %(against)s."),
    ReasonCode.FOUR_NEAR: gettext_lazy(
        "Places %(places)s against %(against)s: as near as can be with new partners and few opponents of before."
    ),
    ReasonCode.REST_WHIST: gettext_lazy("%(pair)s rests: in a whist movement everybody rests once."),
    ReasonCode.REST_OPPONENT_GONE: gettext_lazy("%(pair)s rests: it would have met %(other)s, who has withdrawn."),
    ReasonCode.KNOCKOUT_THIRD_PLACE: gettext_lazy("For the third place: the losers of the semi-finals."),
    ReasonCode.KNOCKOUT_BETTER_SEED: gettext_lazy(
        "%(pair)s goes on as the better seed: in round %(round)s nobody won at its table."
    ),
    ReasonCode.KNOCKOUT_ADVANCED: gettext_lazy("%(pair)s goes on from round %(round)s: the referee decided so."),
    ReasonCode.REST_GROUP_FINISHED: gettext_lazy(
        "%(pair)s rests: group %(group)s is smaller and waits for the others."
    ),
    ReasonCode.BYE: gettext_lazy("%(pair)s rests: the better seeds pass the first round."),
}
"""The reasons with one sentence each; the others depend on their facts, see `_template`."""

WOULD_LEAVE = {
    Obstacle.MET: gettext_lazy("%(pair)s–%(other)s would leave %(left)s–%(left_other)s, who met in round %(round)s."),
    Obstacle.CLUB: gettext_lazy("%(pair)s–%(other)s would leave %(left)s–%(left_other)s, of the same club."),
    Obstacle.TEAM: gettext_lazy("%(pair)s–%(other)s would leave %(left)s–%(left_other)s, of the same team."),
    Obstacle.EXCLUDED: gettext_lazy(
        "%(pair)s–%(other)s would leave %(left)s–%(left_other)s, whom you did not want to meet."
    ),
}

REFUSALS = {
    RefusalCode.TOO_FEW: gettext_lazy("It takes at least two pairs to make a round."),
    RefusalCode.SEAT_UNKNOWN: gettext_lazy("Not among the pairs that play: %(pairs)s."),
    RefusalCode.SEAT_TWICE: gettext_lazy("Seated more than once: %(pairs)s."),
    RefusalCode.SEAT_MISSING: gettext_lazy("Without a seat: %(pairs)s."),
    RefusalCode.TOO_FEW_PLAYERS: gettext_lazy("It takes at least four players to make a round."),
    RefusalCode.NO_WHIST: gettext_lazy(
        "For %(players)s players there is no whist movement, only for %(known)s: choose the Danish individual, which "
        "seats any number."
    ),
    RefusalCode.WHIST_COMPLETE: gettext_lazy(
        "The whist movement of %(players)s players is complete after %(rounds)s rounds: choose the Danish individual."
    ),
    RefusalCode.WHIST_CHANGED: gettext_lazy(
        "The whist movement was begun with other players; came or gone since then: %(pairs)s. Choose the Danish "
        "individual."
    ),
    RefusalCode.WHIST_KEPT: gettext_lazy(
        "The whist movement cannot go on around the tables that stay (%(tables)s): let them be drawn again, or choose "
        "the Danish individual."
    ),
    RefusalCode.KEPT_NOT_SEATABLE: gettext_lazy(
        "Tables cannot stay as they are, somebody there is not here any more or sits twice: %(tables)s. Let them be "
        "drawn again."
    ),
    RefusalCode.KEPT_BEYOND: gettext_lazy(
        "Tables %(tables)s cannot stay: this round has only %(last)s. Let them be drawn again."
    ),
    RefusalCode.KEPT_IN_PLAN: gettext_lazy(
        "This system seats everybody itself, so no table can stay while the others are drawn: change the seats after "
        "the draw."
    ),
    RefusalCode.GROUPS_TOO_MANY: gettext_lazy("%(here)s pairs make at most %(highest)s groups, not %(groups)s."),
    RefusalCode.LEGS_OUT_OF_RANGE: gettext_lazy("A round robin has one leg or two, not %(legs)s."),
    RefusalCode.ROUND_ROBIN_FULL: gettext_lazy(
        "No place is free in the round robin for %(pairs)s. Another number of groups begins a new round robin; or "
        "choose another system."
    ),
    RefusalCode.QUALIFIERS_OUT_OF_RANGE: gettext_lazy(
        "A knockout can take from 2 to %(here)s pairs here, not %(qualifiers)s."
    ),
    RefusalCode.KNOCKOUT_OPEN: gettext_lazy(
        "Table %(table)s of round %(round)s has no result yet: nobody knows who goes on."
    ),
    RefusalCode.KNOCKOUT_OVER: gettext_lazy(
        "The knockout is over: %(pair)s has won it. Choose another system, or another number of qualifiers for a new "
        "bracket."
    ),
}


def reason_sentence(reason: Reason, names: Names | None = None) -> str:
    """One reason as a sentence; pairs are called as in `names`, or by their number."""
    return _template(reason) % readable(reason.facts, names)


def refusal_sentence(refusal: PairingRefused, names: Names | None = None) -> str:
    """Why a round cannot be paired as asked, and what can be done instead."""
    facts = readable(refusal.facts, names)
    if refusal.code is RefusalCode.STEP_OUT_OF_RANGE:
        return _step_out_of_range(refusal.facts) % facts
    if refusal.code is RefusalCode.STEP_EXHAUSTED:
        again = _("With a step of %(step)s, %(pair)s and %(other)s would meet again.")
        if refusal.facts["free"]:
            remedy = _("Steps that bring no rematch: %(free)s.")
        else:
            remedy = _("Every other step brings a rematch too: choose another system.")
        return f"{again} {_step_holds(refusal.facts)} {remedy}" % facts
    if refusal.code is RefusalCode.ROUND_ROBIN_OVER:
        return _round_robin_over(refusal.facts) % facts
    return str(REFUSALS[refusal.code]) % facts


def _template(reason: Reason) -> str:
    """The sentence with its gaps; where the facts decide how it reads, here is the decision."""
    facts = reason.facts
    match reason.code:
        case ReasonCode.MITCHELL_MOVE:
            return ngettext(
                "EW move on by %(step)s table: %(pair)s comes here.",
                "EW move on by %(step)s tables: %(pair)s comes here.",
                _number(facts["step"]),
            )
        case ReasonCode.SAME_CLUB:
            if facts.get("forced"):
                return _("Same club: %(clubs)s; without more rematches no round has fewer such tables.")
            return _("Same club: %(clubs)s.")
        case ReasonCode.SAME_TEAM:
            if facts.get("forced"):
                return _("Both belong to team %(team)s; no round can do with fewer such tables.")
            return _("Both belong to team %(team)s.")
        case ReasonCode.EXCLUDED:
            if facts.get("forced"):
                return _("You did not want %(pair)s and %(other)s to meet; no round can do with fewer such tables.")
            return _("You did not want %(pair)s and %(other)s to meet.")
        case ReasonCode.KEPT_APART:
            return _kept_apart(facts)
        case ReasonCode.WOULD_LEAVE:
            return str(WOULD_LEAVE[Obstacle(str(facts["obstacle"]))])
        case ReasonCode.FIXED_TABLE_MISSING:
            return ngettext(
                "%(pair)s cannot sit at its table %(table)s: this round is played at %(tables)s table.",
                "%(pair)s cannot sit at its table %(table)s: this round is played at %(tables)s tables.",
                _number(facts["tables"]),
            )
        case ReasonCode.REMATCH:
            if facts["forced"]:
                return _("They met in round %(round)s; no round can have fewer rematches.")
            return _("They met in round %(round)s.")
        case ReasonCode.FOUR_PARTNERS:
            if facts["round"]:
                return _(
                    "Places %(places)s against %(against)s: %(pair)s and %(other)s were partners in round %(round)s."
                )
            return _("Places %(places)s against %(against)s: %(pair)s and %(other)s are kept apart.")
        case ReasonCode.PARTNERS_AGAIN:
            if facts["forced"]:
                return _("%(pair)s and %(other)s were partners in round %(round)s; no round can repeat fewer.")
            return _("%(pair)s and %(other)s were partners in round %(round)s.")
        case ReasonCode.REST_MITCHELL:
            if facts["rests"]:
                return _("%(pair)s rests again: the half table has come here.")
            return _("%(pair)s rests: the half table has come here.")
        case ReasonCode.REST_LOWEST | ReasonCode.REST_AGAIN:
            return _rest(reason)
        case ReasonCode.KNOCKOUT_MATCH:
            stage = stage_name(_number(facts["stage"]))
            return stage + ": " + _("seed %(upper)s against seed %(lower)s.")
        case ReasonCode.ROUND_ROBIN:
            return _round_robin(facts)
        case ReasonCode.TAKES_PLACE:
            if "other" in facts:
                return _("%(pair)s takes the place of %(other)s in the round robin.")
            return _("%(pair)s takes the free place in the round robin.")
        case ReasonCode.REST_ODD_GROUP:
            if facts["groups"] == 1:
                return _("%(pair)s rests: it is its turn in the round robin, the number being odd.")
            return _("%(pair)s rests: it is its turn in group %(group)s, whose number is odd.")
        case ReasonCode.MOVED_BY_REFEREE:
            if not facts:
                return _("Changed by the referee.")
            return _("Changed by the referee; squared ranking distances: before %(before)s, now %(now)s.")
        case ReasonCode.REST_BY_REFEREE:
            return _rest_by_referee(facts)
    return str(REASONS[reason.code])


def _kept_apart(facts: Facts) -> str:
    match Obstacle(str(facts["obstacle"])):
        case Obstacle.MET:
            return ngettext(
                "%(pair)s has already met %(others)s (round %(rounds)s).",
                "%(pair)s has already met %(others)s (rounds %(rounds)s).",
                len(_list(facts["rounds"])),
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
    return where if facts["leg"] == 1 else where + " " + _("Second leg: the lines are turned.")


def _rest(reason: Reason) -> str:
    first = reason.code is ReasonCode.REST_LOWEST
    if not reason.facts["passed_over"]:
        if first:
            return _("%(pair)s rests: the lowest in the ranking that has not rested yet.")
        return _("%(pair)s rests again: everybody has, and it is the lowest of those who rested least.")
    if first:
        return _("%(pair)s rests: of those who have not yet, %(passed_over)s would leave more rematches to the others.")
    return _("%(pair)s rests again: everybody has, and %(passed_over)s would leave more rematches to the others.")


def _rest_by_referee(facts: Facts) -> str:
    if not facts["rests"]:
        return _("%(pair)s rests.")
    if not facts["fewer"]:
        return _("%(pair)s rests again; everybody has.")
    return ngettext(
        "%(pair)s rests again, while %(fewer)s other has rested less.",
        "%(pair)s rests again, while %(fewer)s others have rested less.",
        _number(facts["fewer"]),
    )


def _step_out_of_range(facts: Facts) -> str:
    return ngettext(
        "EW cannot move by %(step)s: with %(tables)s table the step goes from 1 to %(highest)s.",
        "EW cannot move by %(step)s: with %(tables)s tables the step goes from 1 to %(highest)s.",
        _number(facts["tables"]),
    )


def _round_robin_over(facts: Facts) -> str:
    over = ngettext(
        "The round robin is complete after %(rounds)s round.",
        "The round robin is complete after %(rounds)s rounds.",
        _number(facts["rounds"]),
    )
    if facts["legs"] == 1:
        return over + " " + _("Two legs would make %(makes)s; or choose another system.")
    return over + " " + _("Choose another system.")


def _step_holds(facts: Facts) -> str:
    return ngettext(
        "It holds for %(rounds)s round (tables: %(tables)s).",
        "It holds for %(rounds)s rounds (tables: %(tables)s).",
        _number(facts["rounds"]),
    )


def _number(fact: int | str | list[int]) -> int:
    assert isinstance(fact, int)
    return fact


def _list(fact: int | str | list[int]) -> list[int]:
    assert isinstance(fact, list)
    return fact


def readable(facts: Facts, names: Names | None) -> dict[str, str]:
    """The facts as text: pairs by name, lists with commas."""

    def text(key: str, value: int | str) -> str:
        if names and key in PAIR_FACTS and isinstance(value, int):
            return names.get(EntrantId(value), str(value))
        return str(value)

    return {
        key: ", ".join(text(key, each) for each in fact) if isinstance(fact, list) else text(key, fact)
        for key, fact in facts.items()
    }
