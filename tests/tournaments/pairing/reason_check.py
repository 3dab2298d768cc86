"""Every reason of a draft is checked against the round itself: each code has its question.

The questions are written from the sentences' claims, in the terms of the independent check, and share nothing with
`pairing/`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from tests.tournaments.pairing.table_facts import playing_at
from tournaments.pairing_check.case import REMEMBERING, Case
from tournaments.pairing_check.players import sides
from tournaments.records import (
    Draft,
    DraftTable,
    EntrantId,
    Obstacle,
    Outcome,
    PairingRequest,
    Reason,
    ReasonCode,
    System,
    TableCause,
    TableResult,
)

GROUPS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Held:
    """A draft and its request, for the questions; `was` has its tables before the referee changed them."""

    def __init__(self, draft: Draft, request: PairingRequest, was: tuple[DraftTable, ...] = ()) -> None:
        self.draft, self.request, self.was = draft, request, was
        self.case = Case(draft, request)
        self.entrant = {entrant.id: entrant for entrant in request.entrants}
        self.place = {entrant: request.places.get(entrant, at) for at, entrant in enumerate(self.case.order, 1)}
        self.kept = {table.number: table for table in request.settings.kept}
        self.start = request.run.start if request.run else request.round
        self.order = list(request.run.order) if request.run else self.case.order

    def is_so(self, reason: Reason, table: DraftTable) -> bool:
        return QUESTIONS[reason.code](self, reason.facts, table)

    @cached_property
    def last_round(self) -> list[TableResult]:
        latest = max((past.round for past in self.request.history), default=0)
        return [past for past in self.request.history if past.round == latest]

    @cached_property
    def at(self) -> dict[EntrantId, DraftTable]:
        return {entrant: table for table in self.draft.tables for entrant in table.seated}

    @cached_property
    def to_pair(self) -> list[EntrantId]:
        """Those who neither sit at a kept table nor rest, in ranking order."""
        kept = {entrant for table in self.kept.values() for entrant in table.seated}
        return [entrant for entrant in self.case.order if entrant not in kept and self.at[entrant].ew is not None]

    @cached_property
    def obstacles(self) -> set[Obstacle]:
        """The kinds of ban that concern anybody here."""
        several = Counter(entrant.team for entrant in self.entrant.values() if entrant.team is not None)
        excluded = bool(self.request.settings.excluded)
        teams = any(count > 1 for count in several.values())
        return {*([Obstacle.TEAM] if teams else []), *([Obstacle.EXCLUDED] if excluded else [])}

    @cached_property
    def partners(self) -> dict[frozenset[EntrantId], int]:
        """The last round of each two partners."""
        return {side: past.round for past in self.request.history for side in sides(past)}

    def met_in(self, one: object, other: object) -> int:
        return max((past.round for past in self.request.history if past.met and {*past.met} == {one, other}), default=0)

    def against(self, obstacle: object, one: object, other: object, last: object = 0) -> bool:
        """Return whether the obstacle keeps the two apart; `last` is the round in which they last met."""
        a, b = EntrantId(int(str(one))), EntrantId(int(str(other)))
        match Obstacle(str(obstacle)):
            case Obstacle.MET:
                return self.met_in(a, b) == last and int(str(last)) >= self.case.oldest
            case Obstacle.CLUB:
                return self.case.same_club(a, b)
            case Obstacle.TEAM:
                return self.case.teammates(a, b)
            case Obstacle.EXCLUDED:
                return frozenset((a, b)) in self.case.excluded


Facts = Mapping[str, object]
Question = Callable[[Held, Mapping[str, object], DraftTable], bool]


def _by_lot(held: Held, facts: Facts, table: DraftTable) -> bool:
    if held.draft.system is System.MITCHELL:
        return held.request.settings.start_by_lot and not held.request.history
    return held.draft.system is System.DRAW


def _registration(held: Held, facts: Facts, table: DraftTable) -> bool:
    return [facts["pair"], facts["other"]] == sorted(table.seated)


def _by_hand(held: Held, facts: Facts, table: DraftTable) -> bool:
    return held.draft.system is System.MANUAL and held.request.seats[table.number - 1] == (table.ns, table.ew)


def _start(held: Held, facts: Facts, table: DraftTable) -> bool:
    return not held.request.history and not held.request.settings.start_by_lot


def _moved_on(held: Held, facts: Facts, table: DraftTable) -> bool:
    """EW of the previous round comes from the table that the step says, unless it turned or changed place."""
    step = held.request.settings.step
    came = next((past.table for past in held.last_round if past.ew == facts["pair"]), None)
    at_home = held.entrant[table.ew].fixed_table == came if table.ew else False
    changed = {reason.code for reason in table.why} & {ReasonCode.MITCHELL_TABLE_CLOSED, ReasonCode.MITCHELL_JOINS}
    tables = len(held.draft.tables)
    on = came is None or at_home or changed or (table.number - came - int(str(facts["step"]))) % tables == 0
    return facts["pair"] == table.ew and step in (None, facts["step"]) and bool(on)


def _sat_nowhere(held: Held, facts: Facts, table: DraftTable) -> bool:
    return all(facts["pair"] not in (past.ns, past.ew) for past in held.last_round) and facts["pair"] in table.seated


def _new_table(held: Held, facts: Facts, table: DraftTable) -> bool:
    return _sat_nowhere(held, facts, table) and len(held.draft.tables) > len(held.last_round)


def _table_closed(held: Held, facts: Facts, table: DraftTable) -> bool:
    sat = [past.table for past in held.last_round if facts["pair"] in (past.ns, past.ew)]
    return facts["pair"] in table.seated and bool(sat) and sat[0] > len(held.draft.tables)


def _takes_ns(held: Held, facts: Facts, table: DraftTable) -> bool:
    there = {past.ns for past in held.last_round if past.table == table.number}
    return table.ew is None and table.ns == facts["pair"] and not there & held.entrant.keys()


def _turns(held: Held, facts: Facts, table: DraftTable) -> bool:
    there = next(past for past in held.last_round if past.table == table.number)
    keeps = held.entrant[table.ns].fixed_table == table.number
    return keeps and table.ns == facts["pair"] == there.ew and facts["alone"] == (there.ns not in held.entrant)


def _neighbours(held: Held, facts: Facts, table: DraftTable) -> bool:
    """Nobody to be paired is between the two in the ranking, and the others between them are named."""
    better, other = sorted(table.seated, key=held.case.rank.__getitem__)
    between = held.case.order[held.case.rank[better] + 1 : held.case.rank[other]]
    resting = [entrant for entrant in between if held.at[entrant].ew is None]
    return (
        (facts["upper"], facts["lower"]) == (held.place[better], held.place[other])
        and facts["ranked"] == bool(held.request.history)
        and not {*between} & {*held.to_pair}
        and (facts["resting"], facts["staying"])
        == (resting, [entrant for entrant in between if entrant not in resting])
    )


def _distance(held: Held, facts: Facts, table: DraftTable) -> bool:
    better, other = sorted(table.seated, key=held.case.rank.__getitem__)
    between = held.case.order[held.case.rank[better] + 1 : held.case.rank[other]]
    places = (held.place[better], held.place[other])
    return (facts["upper"], facts["lower"]) == places and bool({*between} & {*held.to_pair})


def _same_vp(held: Held, facts: Facts, table: DraftTable) -> bool:
    return {held.request.vp.get(entrant, 0) for entrant in table.seated} == {facts["vp"]}


def _other_vp(held: Held, facts: Facts, table: DraftTable) -> bool:
    in_reason = {facts["pair"]: facts["vp"], facts["other"]: facts["other_vp"]}
    return (
        in_reason == {entrant: held.request.vp.get(entrant, 0) for entrant in table.seated}
        and facts["vp"] > facts["other_vp"]
    )  # type: ignore[operator]


def _kept_apart(held: Held, facts: Facts, table: DraftTable) -> bool:
    others: list[int] = facts["others"]  # type: ignore[assignment]
    rounds: list[int] = facts.get("rounds", [0] * len(others))  # type: ignore[assignment]
    named = zip(others, rounds, strict=True)
    return facts["pair"] in table.seated and all(
        other not in table.seated and held.against(facts["obstacle"], facts["pair"], other, last)
        for other, last in named
    )


def _would_leave(held: Held, facts: Facts, table: DraftTable) -> bool:
    """The two left over are the present opponents of the nearer two, and the obstacle keeps them apart."""
    nearer = held.at[EntrantId(int(str(facts["other"])))]
    return (
        {facts["pair"], facts["left"]} == {*table.seated}
        and {facts["other"], facts["left_other"]} == {*nearer.seated}
        and held.against(facts["obstacle"], facts["left"], facts["left_other"], facts.get("round", 0))
    )


def _taken(held: Held, facts: Facts, table: DraftTable) -> bool:
    here = min(held.case.rank[entrant] for entrant in table.seated)
    others: list[EntrantId] = facts["others"]  # type: ignore[assignment]
    return all(min(held.case.rank[entrant] for entrant in held.at[other].seated) < here for other in others)


def _stays(held: Held, facts: Facts, table: DraftTable) -> bool:
    return held.kept[table.number].seated == table.seated


def _at_its_table(held: Held, facts: Facts, table: DraftTable) -> bool:
    pair = EntrantId(int(str(facts["pair"])))
    return pair in table.seated and held.entrant[pair].fixed_table == facts["table"] == table.number


def _off_its_table(held: Held, facts: Facts, table: DraftTable) -> bool:
    pair = EntrantId(int(str(facts["pair"])))
    return pair in table.seated and held.entrant[pair].fixed_table == facts["table"] != table.number


def _table_taken(held: Held, facts: Facts, table: DraftTable) -> bool:
    fixed = {entrant.id: entrant.fixed_table for entrant in held.entrant.values()}
    match TableCause(str(facts["cause"])):
        case TableCause.STAYS:
            so = table.number in held.kept
        case TableCause.TAKEN:
            so = facts["table"] in held.kept
        case TableCause.OTHER:
            other = EntrantId(int(str(facts["other"])))
            so = fixed[other] == facts["table"] == held.at[other].number and other not in table.seated
        case TableCause.TABLEMATE:
            other = EntrantId(int(str(facts["other"])))
            so = other in table.seated and fixed[other] == table.number == facts["number"]
    return so and _off_its_table(held, facts, table)


def _table_missing(held: Held, facts: Facts, table: DraftTable) -> bool:
    playing = len(playing_at(held.draft.tables))
    return facts["tables"] == playing < int(str(facts["table"])) and _off_its_table(held, facts, table)


def _forced_rightly(held: Held, facts: Facts, system: bool, beside: str, so: bool) -> bool:
    """Only faults that the system minimises are called forced, and more serious or equal ones are mentioned."""
    return not facts["forced"] or (system and facts[beside] == so)


def _rematch(held: Held, facts: Facts, table: DraftTable) -> bool:
    forced = _forced_rightly(held, facts, held.draft.system in REMEMBERING, "graver", bool(held.obstacles))
    met = held.met_in(facts["pair"], facts["other"])
    return {facts["pair"], facts["other"]} == {*table.seated} and met == facts["round"] >= held.case.oldest and forced


def _met_before(held: Held, facts: Facts, table: DraftTable) -> bool:
    met = held.met_in(facts["pair"], facts["other"])
    return {facts["pair"], facts["other"]} == {*table.seated} and 0 < met == facts["round"] < held.case.oldest


def _same_club(held: Held, facts: Facts, table: DraftTable) -> bool:
    one, other = (held.entrant[entrant].clubs for entrant in table.seated)
    asked = held.draft.system is System.DRAW or held.request.settings.avoid_clubs
    forced = _forced_rightly(held, facts, asked, "graver", bool(held.obstacles))
    return facts["clubs"] == ", ".join(club for club in one if club in other) != "" and forced


def _same_team(held: Held, facts: Facts, table: DraftTable) -> bool:
    mixed = len(held.obstacles) > 1
    forced = _forced_rightly(held, facts, table.number not in held.kept, "mixed", mixed)
    return {held.entrant[entrant].team for entrant in table.seated} == {facts["team"]} and forced


def _excluded(held: Held, facts: Facts, table: DraftTable) -> bool:
    both = {facts["pair"], facts["other"]}
    forced = "forced" not in facts or _forced_rightly(held, facts, True, "mixed", len(held.obstacles) > 1)
    return both <= {*table.seated} and frozenset(both) in held.case.excluded and forced


def _rests(held: Held, facts: Facts, table: DraftTable) -> bool:
    return table.ew is None and table.ns == facts["pair"] and facts.get("rests", 0) == held.case.rests.get(table.ns, 0)


def _rest_drawn(held: Held, facts: Facts, table: DraftTable) -> bool:
    return table.ew is None and table.ns == facts["pair"] and not held.request.history


def _rest_by_ranking(held: Held, facts: Facts, table: DraftTable) -> bool:
    """Nobody who could rest instead has rested less, and all lower ones with as many rests are named."""
    case, pair = held.case, table.ns
    stay = {entrant for table in held.kept.values() for entrant in table.seated}
    could = [entrant for entrant in case.order if entrant not in stay]
    here = [table.ns for table in held.draft.tables if table.ew is None and table.number not in held.kept]
    turn = (case.rests[pair], -case.rank[pair])
    lower = [entrant for entrant in could if case.rests[entrant] == turn[0] and case.rank[entrant] > case.rank[pair]]
    named = {*facts["passed_over"], *facts.get("barred", [])}  # type: ignore[misc]
    at_kept = [entrant for table in held.kept.values() if table.ew is not None for entrant in table.seated]
    return (
        _rests(held, facts, table)
        and min(case.rests[entrant] for entrant in could if entrant not in here or entrant == pair) == turn[0]
        and named == {*lower} - {*here}
        and facts["together"] == len(here)
        and facts["ranked"] == bool(held.request.history)
        and facts["kept"] == any((case.rests[entrant], -case.rank[entrant]) < turn for entrant in at_kept)
        and (not named or _harms(held, facts, could, pair))
    )


def _harms(held: Held, facts: Facts, could: list[EntrantId], pair: EntrantId) -> bool:
    """Each rest of a barred one would leave more bans, and each of one passed over more rematches."""
    levels = 2 if held.draft.system in REMEMBERING else 1

    def least(resting: object) -> tuple[int, ...] | None:
        return held.case.least_grave([entrant for entrant in could if entrant != resting], levels)

    here = least(pair)
    barred: list[int] = facts.get("barred", [])  # type: ignore[assignment]
    kinds = {Obstacle(str(facts["obstacle"]))} if facts.get("obstacle") else {Obstacle.TEAM, Obstacle.EXCLUDED}
    if barred and kinds != held.obstacles:
        return False
    if here is None:
        return True
    for number in barred:
        if (there := least(number)) is not None and not there[0] > here[0]:
            return False
    for number in facts["passed_over"]:  # type: ignore[attr-defined]
        if (there := least(number)) is not None and not (there[0] == here[0] and there > here):
            return False
    return True


def _rest_lowest(held: Held, facts: Facts, table: DraftTable) -> bool:
    return facts["rests"] == 0 and _rest_by_ranking(held, facts, table)


def _rest_again(held: Held, facts: Facts, table: DraftTable) -> bool:
    return int(str(facts["rests"])) > 0 and _rest_by_ranking(held, facts, table)


def _rest_mitchell(held: Held, facts: Facts, table: DraftTable) -> bool:
    return held.draft.system is System.MITCHELL and len(held.case.order) % 2 == 1 and _rests(held, facts, table)


def _rest_by_referee(held: Held, facts: Facts, table: DraftTable) -> bool:
    """The number of playing entrants who rested less is right; others who rest now may be counted or not."""
    resting = {table.ns for table in held.draft.tables if table.ew is None}
    less = [entrant for entrant in held.case.order if held.case.rests[entrant] < held.case.rests[table.ns]]
    playing = [entrant for entrant in less if entrant not in resting]
    return _rests(held, facts, table) and len(playing) <= int(str(facts["fewer"])) <= len(less)


def _rest_whist(held: Held, facts: Facts, table: DraftTable) -> bool:
    before = [past for past in held.request.history if past.round >= held.start and held.request.run]
    return (
        table.ew is None
        and table.ns == facts["pair"]
        and not any(past.ew is None and past.ns == table.ns and past.outcome is Outcome.REST for past in before)
    )


def _moved(held: Held, facts: Facts, table: DraftTable) -> bool:
    """The sums of the squared distances among the playing, before and now, are given if they differ."""

    def squares(tables: tuple[DraftTable, ...]) -> int:
        playing = sorted(
            (entrant for one in tables if one.ew for entrant in one.seated), key=held.case.rank.__getitem__
        )
        return sum((playing.index(one.ns) - playing.index(one.ew)) ** 2 for one in tables if one.ew is not None)

    if not held.request.history or held.draft.system is System.INDIVIDUAL:
        return not facts
    was, now = squares(held.was), squares(held.draft.tables)
    return facts == ({"before": was, "now": now} if was != now else {})


def _group_of(held: Held) -> Iterator[tuple[str, list[EntrantId]]]:
    """Deal the entrants like a snake: A B C, C B A …"""
    groups = held.request.settings.groups
    dealt: list[list[EntrantId]] = [[] for _ in range(groups)]
    for at, entrant in enumerate(held.order):
        row, column = divmod(at, groups)
        dealt[column if row % 2 == 0 else groups - 1 - column].append(entrant)
    yield from zip(GROUPS, dealt, strict=False)


def _group_is(held: Held, facts: Facts, table: DraftTable) -> int | None:
    """Return the number of rounds of the named group, or None if somebody was dealt into another one."""
    dealt = dict(_group_of(held))
    took = {reason.facts["pair"] for reason in table.why if reason.code is ReasonCode.TAKES_PLACE}
    late = {entrant for entrant in table.seated if entrant not in held.order} | took
    if facts["groups"] != held.request.settings.groups or facts["group"] not in dealt:
        return None
    members = dealt[str(facts["group"])]
    came_back = {entrant for entrant in table.seated if entrant not in members}
    if not came_back <= late | _came_late(held):
        return None
    return len(members) - 1 + len(members) % 2


def _came_late(held: Held) -> set[EntrantId]:
    """Those who missed a round of the run so far, and may have taken another place."""
    numbers = range(held.start, held.request.round)
    seated = {
        number: {entrant for past in held.request.history if past.round == number for entrant in (past.ns, past.ew)}
        for number in numbers
    }
    return {entrant for entrant in held.case.order if not all(entrant in seated[number] for number in numbers)}


def _leg(held: Held) -> tuple[int, int]:
    """Return the round within its leg, and the leg."""
    largest = -(-len(held.order) // held.request.settings.groups)
    leg, at = divmod(held.request.round - held.start, largest - 1 + largest % 2)
    return at + 1, leg + 1


def _round_robin(held: Held, facts: Facts, table: DraftTable) -> bool:
    rounds = _group_is(held, facts, table)
    return facts["rounds"] == rounds and (facts["round"], facts["leg"]) == _leg(held)


def _takes_place(held: Held, facts: Facts, table: DraftTable) -> bool:
    before = {entrant for past in held.last_round for entrant in (past.ns, past.ew)} if held.request.run else set()
    other = facts.get("other")
    return facts["pair"] in table.seated and facts["pair"] not in before and other not in held.entrant


def _rest_odd_group(held: Held, facts: Facts, table: DraftTable) -> bool:
    members = dict(_group_of(held))[str(facts["group"])]
    return table.ew is None and len(members) % 2 == 1 and _group_is(held, facts, table) is not None


def _group_finished(held: Held, facts: Facts, table: DraftTable) -> bool:
    rounds = _group_is(held, facts, table)
    return table.ew is None and rounds is not None and rounds < _leg(held)[0]


def _opponent_gone(held: Held, facts: Facts, table: DraftTable) -> bool:
    return table.ew is None and facts["pair"] == table.ns and facts["other"] not in held.entrant


def _seed(held: Held, entrant: EntrantId | None) -> int:
    return held.order.index(entrant) + 1 if entrant in held.order else len(held.order) + 1


def _stage(held: Held) -> int:
    entered = len(held.order[: held.request.settings.qualifiers])
    return 1 << (entered - 1).bit_length() >> (held.request.round - held.start)


def _knockout_match(held: Held, facts: Facts, table: DraftTable) -> bool:
    seeds = sorted(_seed(held, entrant) for entrant in table.seated)
    return [facts["upper"], facts["lower"]] == seeds and facts["stage"] == _stage(held)


def _third_place(held: Held, facts: Facts, table: DraftTable) -> bool:
    sat = [{past.ns, past.ew} for past in held.last_round]
    final = next((other for other in held.draft.tables if other is not table), None)
    met_semi = [both for both in sat if both & {*table.seated}]
    against = {entrant for both in met_semi for entrant in both} - {*table.seated}
    return _stage(held) == 2 and len(met_semi) == 2 and (final is None or {*final.seated} <= against)


def _nobody_won(held: Held, facts: Facts, table: DraftTable) -> TableResult | None:
    """Return the table of the named round if it was a tie or both were absent."""
    for past in held.request.history:
        if past.round == facts["round"] == held.request.round - 1 and facts["pair"] in (past.ns, past.ew):
            even = (past.ns_vp, past.ns_mp) == (past.ew_vp, past.ew_mp) and past.outcome in (
                Outcome.PLAYED,
                Outcome.ARBITRAL,
            )
            return past if even or past.outcome is Outcome.ABSENT_BOTH else None
    return None


def _better_seed(held: Held, facts: Facts, table: DraftTable) -> bool:
    past = _nobody_won(held, facts, table)
    other = past and (past.ew if past.ns == facts["pair"] else past.ns)
    return past is not None and _seed(held, EntrantId(int(str(facts["pair"])))) < _seed(held, other or None)


def _advanced(held: Held, facts: Facts, table: DraftTable) -> bool:
    return _nobody_won(held, facts, table) is not None and facts["pair"] in held.request.settings.advance


def _bye(held: Held, facts: Facts, table: DraftTable) -> bool:
    return table.ew is None and facts["pair"] == table.ns and facts["later"] == (held.request.round > held.start)


def _whist(held: Held, facts: Facts, table: DraftTable) -> bool:
    size = len(held.case.order)
    again = any(side in held.partners for table in held.draft.tables for side in sides(table))
    return facts["rounds"] == size - 1 + size % 4 and facts["again"] == again and 0 < int(str(facts["round"])) <= size


def _fours(held: Held, facts: Facts, table: DraftTable) -> bool:
    """The places are theirs, with partners beside each other."""
    in_reason = {frozenset(facts["places"]), frozenset(facts["against"])}  # type: ignore[call-overload]
    return in_reason == {frozenset(held.place[entrant] for entrant in side) for side in sides(table)}


def _ideal_partner(held: Held, entrant: EntrantId) -> EntrantId:
    at = held.to_pair.index(entrant)
    return held.to_pair[at + 3 - 2 * (at % 4)]


def _four(held: Held, facts: Facts, table: DraftTable) -> bool:
    ideal = all({*side} == {one, _ideal_partner(held, one)} for side in sides(table) for one in side)
    same = len({held.to_pair.index(entrant) // 4 for entrant in table.seated}) == 1
    return ideal and same and _fours(held, facts, table)


def _four_near(held: Held, facts: Facts, table: DraftTable) -> bool:
    return _fours(held, facts, table) and not _four(held, facts, table)


def _four_partners(held: Held, facts: Facts, table: DraftTable) -> bool:
    pair, other = (EntrantId(int(str(facts[key]))) for key in ("pair", "other"))
    both = frozenset((pair, other))
    return (
        _four_near(held, facts, table)
        and pair in table.seated
        and _ideal_partner(held, pair) == other
        and facts["round"] == held.partners.get(both, 0)
        and (bool(facts["round"]) or both in held.case.excluded)
    )


def _partners_again(held: Held, facts: Facts, table: DraftTable) -> bool:
    both = frozenset((facts["pair"], facts["other"]))
    forced = not facts["forced"] or facts["mixed"] == bool(held.request.settings.excluded)
    return both in sides(table) and held.partners.get(both) == facts["round"] and forced  # type: ignore[call-overload]


QUESTIONS: Mapping[ReasonCode, Question] = {
    ReasonCode.DRAWN: _by_lot,
    ReasonCode.REGISTRATION_ORDER: _registration,
    ReasonCode.SEATED_BY_HAND: _by_hand,
    ReasonCode.MITCHELL_START: _start,
    ReasonCode.MITCHELL_MOVE: _moved_on,
    ReasonCode.MITCHELL_JOINS: _sat_nowhere,
    ReasonCode.MITCHELL_NEW_TABLE: _new_table,
    ReasonCode.MITCHELL_TABLE_CLOSED: _table_closed,
    ReasonCode.MITCHELL_TAKES_NS: _takes_ns,
    ReasonCode.MITCHELL_TURNS: _turns,
    ReasonCode.NEIGHBOURS: _neighbours,
    ReasonCode.RANK_DISTANCE: _distance,
    ReasonCode.SAME_VP: _same_vp,
    ReasonCode.OTHER_VP: _other_vp,
    ReasonCode.KEPT_APART: _kept_apart,
    ReasonCode.WOULD_LEAVE: _would_leave,
    ReasonCode.TAKEN: _taken,
    ReasonCode.KEPT: _stays,
    ReasonCode.FIXED_TABLE: _at_its_table,
    ReasonCode.FIXED_TABLE_TAKEN: _table_taken,
    ReasonCode.FIXED_TABLE_MISSING: _table_missing,
    ReasonCode.REMATCH: _rematch,
    ReasonCode.MET_BEFORE: _met_before,
    ReasonCode.SAME_CLUB: _same_club,
    ReasonCode.REST_LOWEST: _rest_lowest,
    ReasonCode.REST_DRAWN: _rest_drawn,
    ReasonCode.REST_MITCHELL: _rest_mitchell,
    ReasonCode.REST_AGAIN: _rest_again,
    ReasonCode.MOVED_BY_REFEREE: _moved,
    ReasonCode.REST_BY_REFEREE: _rest_by_referee,
    ReasonCode.SAME_TEAM: _same_team,
    ReasonCode.EXCLUDED: _excluded,
    ReasonCode.OFF_ITS_TABLE: _off_its_table,
    ReasonCode.ROUND_ROBIN: _round_robin,
    ReasonCode.TAKES_PLACE: _takes_place,
    ReasonCode.REST_ODD_GROUP: _rest_odd_group,
    ReasonCode.REST_GROUP_FINISHED: _group_finished,
    ReasonCode.REST_OPPONENT_GONE: _opponent_gone,
    ReasonCode.KNOCKOUT_MATCH: _knockout_match,
    ReasonCode.KNOCKOUT_THIRD_PLACE: _third_place,
    ReasonCode.KNOCKOUT_BETTER_SEED: _better_seed,
    ReasonCode.KNOCKOUT_ADVANCED: _advanced,
    ReasonCode.BYE: _bye,
    ReasonCode.WHIST: _whist,
    ReasonCode.FOUR: _four,
    ReasonCode.FOUR_PARTNERS: _four_partners,
    ReasonCode.FOUR_NEAR: _four_near,
    ReasonCode.PARTNERS_AGAIN: _partners_again,
    ReasonCode.REST_WHIST: _rest_whist,
}
