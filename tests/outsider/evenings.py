"""Evenings played by the program, with a referee who swaps, draws again and corrects: files for the outsider."""

from collections.abc import Callable
from random import Random
from typing import Any

from pages.refusals import Refused
from scoring.services import ruleset_for
from tests.factories import AT, draft_round, make_tournament, play_round
from tournaments.interchange import export_tournament
from tournaments.models import Pair, Player, Round, Table, Tournament
from tournaments.pairing import moves
from tournaments.records import Allowance, Carry, EntrantId, Kind, NamedSystem, Outcome, System
from tournaments.records.named_systems import SYSTEMS_OF_GIRONI
from tournaments.records.sections import section_starts
from tournaments.selectors.drafts import drafted
from tournaments.services import (
    HandEntry,
    adjustment_add,
    draft_change,
    draft_exclude,
    draft_redraw,
    pair_add,
    pair_move_girone,
    pair_set_status,
    round_publish,
    table_award,
    table_record,
    table_set_outcome,
    tournament_cut,
)
from tournaments.simulation import play_hand

KINDS: dict[str, dict[str, Any]] = {
    "draw": {"system": System.DRAW},
    "registration": {"system": System.REGISTRATION},
    "danish": {"system": System.DANISH},
    "top_down": {"system": System.DANISH_NO_REMATCH, "clubs": True},
    "min_square": {"system": System.DANISH_NO_REMATCH, "policy": "min_square", "clubs": True},
    "danish_modified": {"system": System.DANISH_NO_REMATCH, "memory": 1},
    "swiss": {"system": System.SWISS, "clubs": True},
    "swiss_adjacent": {"system": System.SWISS, "fold": "adjacent"},
    "mitchell": {"system": System.MITCHELL, "step": 1},
    "mitchell_sections": {"system": System.MITCHELL, "step": 1, "sections": (3,)},
    "round_robin": {"system": System.ROUND_ROBIN},
    "knockout": {"system": System.KNOCKOUT},
    "teams": {"system": System.DANISH_NO_REMATCH, "kind": Kind.TEAMS},
    "individual": {"system": System.INDIVIDUAL, "kind": Kind.INDIVIDUAL},
    "individual_danish": {"system": System.INDIVIDUAL, "kind": Kind.INDIVIDUAL, "movement": "danish"},
    "mixed": {"system": None},
}
"""The system of an evening of each kind; the seed chooses the other settings."""

BY_PLAN = (System.MITCHELL, System.ROUND_ROBIN, System.KNOCKOUT)
ROUNDS = 4


class Evening:
    def __init__(self, kind: str, seed: int) -> None:
        self.lot = Random(f"{kind}/{seed}")
        self.wanted = dict(KINDS[kind])
        self.system: System | None = self.wanted.pop("system")
        self.clubs_apart = self.wanted.pop("clubs", False) and self.lot.random() < 0.5
        of_kind = self.wanted.pop("kind", Kind.PAIRS)
        entrants = self.lot.randint(8, 17) if of_kind is Kind.INDIVIDUAL else self.lot.randint(6, 15)
        teams = [f"Squadra {number % 4}" for number in range(entrants)] if of_kind is Kind.TEAMS else ()
        self.tournament = make_tournament(
            pairs=entrants, kind=of_kind, teams=teams, hands_per_round=self.lot.choice([2, 3, 4]), seed=seed
        )
        if of_kind is not Kind.INDIVIDUAL:
            self._join_clubs(self.lot.choice([0.0, 0.3, 0.6]))

    def _join_clubs(self, share: float) -> None:
        for pair in self.tournament.pairs.select_related("player1", "player2"):
            if self.lot.random() < share:
                club = self.lot.choice(["Aurora", "Aurora", "Riviera"])
                Player.objects.filter(pk__in=pair.player_keys).update(club=club)

    def play(self) -> dict[str, Any]:
        for _round in range(ROUNDS):
            try:
                round_ = self.draw()
            except Refused:
                break
            self.change(round_)
            round_publish(round=round_, at=AT)
            self.results(Round.objects.select_related("tournament").get(pk=round_.pk))
            self.give(round_)
            self.leave()
        self.tournament.refresh_from_db()
        return export_tournament(self.tournament)

    def draw(self) -> Round:
        system = self.system or self.lot.choice(
            [System.DRAW, System.DANISH, System.DANISH_NO_REMATCH, System.SWISS, System.MANUAL]
        )
        settings = dict(self.wanted)
        if self.clubs_apart:
            settings["avoid_clubs"] = True
        if system is System.MANUAL:
            system = System.REGISTRATION
        self.tournament.refresh_from_db()
        round_ = draft_round(self.tournament, system, seed=self.lot.randrange(1000), **settings)
        if self.lot.random() < 0.3 and system not in BY_PLAN and system is not System.INDIVIDUAL:
            draft_redraw(round=round_, seed=self.lot.randrange(1000))
        return round_

    def change(self, round_: Round) -> None:
        """Swap two entrants, or exclude a meeting and draw the round again. Plans continue unchanged."""
        if round_.system in BY_PLAN or round_.system == System.INDIVIDUAL or self.lot.random() < 0.5:
            return
        tables = drafted(round_).tables
        if self.lot.random() < 0.3:
            table = self.lot.choice([table for table in tables if table.ew is not None])
            assert table.ew is not None
            draft_exclude(round=round_, one=table.ns, other=table.ew, exclude=True)
            draft_redraw(round=Round.objects.get(pk=round_.pk), seed=self.lot.randrange(1000))
            return
        one, other = self.lot.sample([entrant for table in tables for entrant in table.seated], 2)
        draft_change(round=round_, seen=tables, change=lambda now: moves.swap(now, EntrantId(one), EntrantId(other)))

    def results(self, round_: Round) -> None:
        tournament = round_.tournament
        rules = ruleset_for(tournament.ruleset, tournament.options)
        for table in round_.tables.filter(outcome=Outcome.OPEN).select_related("round__tournament"):
            chance = self.lot.random()
            if chance < 0.06:
                away = self.lot.choice([Outcome.ABSENT_NS, Outcome.ABSENT_EW, Outcome.ABSENT_BOTH])
                table_set_outcome(table=table, version=table.version, outcome=away, at=AT)
            elif chance < 0.1:
                ns, ew = Allowance(vp=12, mp=305), Allowance(vp=4, mp=-100)
                table_award(table=table, version=table.version, ns=ns, ew=ew, reason="Carte mischiate", at=AT)
            else:
                played = [play_hand(self.lot, rules, 0) for _hand in range(tournament.hands_per_round)]
                hands = [HandEntry(hand.end, *hand.sides) for hand in played]
                table_record(
                    table=Table.objects.get(pk=table.pk), version=table.version, hands=hands, at=AT, confirmed=True
                )
        play_round(round_)

    def give(self, round_: Round) -> None:
        for pair in self.tournament.pairs.all():
            if self.lot.random() < 0.08:
                mp, vp, felt = self.lot.choice([(-100, 0, True), (-105, 0, False), (0, -1, True), (50, 0, True)])
                adjustment_add(round=round_, pair=pair, reason="In ritardo", mp=mp, vp=vp, felt=felt)

    def leave(self) -> None:
        """Let somebody withdraw, sometimes, in a round that is drawn from the ranking or by chance."""
        if self.system not in (*BY_PLAN, System.INDIVIDUAL) and self.lot.random() < 0.15:
            pair = self.lot.choice(list(self.tournament.pairs.filter(status=Pair.Status.ACTIVE)))
            pair_set_status(pair=pair, status=Pair.Status.WITHDRAWN)


STAGE_SYSTEMS: tuple[dict[str, Any], ...] = (
    *({"system": System.MITCHELL, "step": 1}, {"system": System.ROUND_ROBIN}),
    *({"system": System.DANISH}, {"system": System.REGISTRATION}, {"system": System.DRAW}),
    *({"system": System.DANISH_NO_REMATCH, "memory": 1}, {"system": System.SWISS, "fold": "adjacent"}),
    *({"system": System.DANISH_NO_REMATCH, "policy": "min_square"}, {"system": System.DANISH_NO_REMATCH}),
    {"system": System.SWISS},
)


OWN_SYSTEMS = [named for named in SYSTEMS_OF_GIRONI if named.system not in BY_PLAN]
"""The systems of gironi that do not move pairs by a plan."""


class StagedEvening(Evening):
    """An evening that is cut into gironi after some round; pairs move, leave and come late.

    In some the gironi have systems of their own, knockouts too; some end in one bracket that the gironi seed.
    """

    def __init__(self, seed: int) -> None:
        super().__init__("mixed", seed)
        self.cut_after = self.lot.randint(1, 3)
        self.rounds = self.cut_after + self.lot.randint(1, 3)
        self.by_plan = self._stage_by_plan()
        # Lots of their own, so that evenings without own systems, or a knockout, stay as they are.
        self.own_lot = Random(f"own systems/{seed}")
        self.has_own_systems = self.own_lot.random() < 0.6
        self.rounds += self.own_lot.randint(0, 2) if self.has_own_systems else 0
        self.own_systems: dict[int, NamedSystem] = {}
        knockout = Random(f"knockout/{seed}")
        self.knockout_from = self.rounds if knockout.random() < 0.3 else None
        self.rounds += knockout.randint(1, 3) if self.knockout_from is not None else 0
        self.qualifiers = knockout.randint(2, 8)
        self.own_tables = knockout.random() < 0.3
        self.has_brackets = self.own_lot.random() < 0.5
        self.own_brackets = {
            "qualifiers": self.own_lot.choice([None, None, 2]),
            "third_place": self.own_lot.random() < 0.7,
        }

    def _stage_by_plan(self) -> dict[str, Any] | None:
        """Return the system of the whole stage, if it is one that moves pairs by a plan; nobody comes or goes then."""
        chosen = self.lot.choice(STAGE_SYSTEMS)
        return chosen if chosen["system"] in BY_PLAN else None

    def play(self) -> dict[str, Any]:
        while self.tournament.rounds.count() < self.rounds:
            number = self.tournament.rounds.count()
            if number == self.cut_after:
                self.cut()
                self.by_plan = self._stage_by_plan()
                if self.has_own_systems and (self.has_brackets or self.own_lot.random() < 0.5):
                    self.by_plan = self.own_lot.choice(STAGE_SYSTEMS)
            self.come_and_go(within_stage=number not in (0, self.cut_after))
            if number == self.knockout_from:
                here = self.tournament.pairs.filter(status=Pair.Status.ACTIVE).count()
                self.by_plan = {"system": System.KNOCKOUT, "qualifiers": min(here, self.qualifiers)}
            try:
                round_ = self.draw()
            except Refused:
                break
            self.change(round_)
            round_publish(round=round_, at=AT)
            self.results(Round.objects.select_related("tournament").get(pk=round_.pk))
            self.give(round_)
        self.tournament.refresh_from_db()
        return export_tournament(self.tournament)

    def cut(self) -> None:
        here = self.tournament.pairs.filter(status=Pair.Status.ACTIVE).count()
        sizes = [2] * self.lot.randint(2, max(2, here // 3))
        for _pair in range(here - sum(sizes)):
            sizes[self.lot.randrange(len(sizes))] += 1
        carry = self.lot.choice(list(Carry))
        tournament_cut(tournament=self.tournament, sizes=sizes, carry=carry, own_tables=self.own_tables)

    def draw(self) -> Round:
        settings = dict(self.by_plan or self.lot.choice(STAGE_SYSTEMS[2:]))
        if settings["system"] in (System.DANISH_NO_REMATCH, System.SWISS):
            settings["avoid_clubs"] = self.lot.random() < 0.3
        self.tournament.refresh_from_db()
        system, seed = settings.pop("system"), self.lot.randrange(1000)
        if self.tournament.cut is None or not self.has_own_systems or system is System.KNOCKOUT:
            return draft_round(self.tournament, system, seed=seed, **settings)
        self._choose_own_systems()
        own = dict(self.own_systems)
        if NamedSystem.KNOCKOUT in own.values():
            settings |= self.own_brackets
            if self.own_lot.random() < 0.2:
                # The others play a knockout, too.
                system = System.KNOCKOUT
                own = dict.fromkeys(self._gironi_here(), NamedSystem.KNOCKOUT) | own
        try:
            by_girone = tuple(sorted(own.items()))
            return draft_round(self.tournament, system, seed=seed, **{"step": 1, **settings, "by_girone": by_girone})
        except Refused:
            # Some girone’s plan is over, or its movement would bring a rematch.
            self.own_systems = {}
            return draft_round(self.tournament, system, seed=seed, **settings)

    def _gironi_here(self) -> list[int]:
        return sorted({pair.girone for pair in self.here() if pair.girone is not None})

    def _choose_own_systems(self) -> None:
        """Choose a system for some gironi: in a stage that follows a plan any, and mostly that of the round before."""
        lot, offered = self.own_lot, SYSTEMS_OF_GIRONI if self.by_plan else OWN_SYSTEMS
        for girone in self._gironi_here():
            if lot.random() < 0.4:
                self.own_systems[girone] = lot.choice([*offered, *offered[-2:] * 2])
            if lot.random() < 0.2:
                self.own_systems.pop(girone, None)
            if self.by_plan and self.has_brackets and lot.random() < 0.5:
                self.own_systems[girone] = NamedSystem.KNOCKOUT

    def change(self, round_: Round) -> None:
        """Swap, exclude and draw again, where no girone follows a plan."""
        if not self.by_plan:
            super().change(round_)

    def come_and_go(self, *, within_stage: bool) -> None:
        if within_stage and self.by_plan:
            return
        if within_stage and self.lot.random() < 0.3:
            names = [f"Ultimo {letter} {self.tournament.pairs.count()}" for letter in "AB"]
            pair_add(tournament=self.tournament, players=names, here=True, late_reason="Nel traffico")
        self.tournament.refresh_from_db()
        if self.tournament.cut is not None:
            for _move in range(self.lot.randint(0, 2)):
                self.move()
        if within_stage and self.lot.random() < 0.3:
            pair_set_status(pair=self.lot.choice(self.here()), status=Pair.Status.WITHDRAWN)

    def move(self) -> None:
        pair, gironi = self.lot.choice(self.here()), {other.girone for other in self.here() if other.girone}
        goals = sorted(gironi - {pair.girone or max(gironi)})
        if goals:
            pair_move_girone(pair=pair, girone=self.lot.choice(goals))

    def here(self) -> list[Pair]:
        return list(self.tournament.pairs.filter(status=Pair.Status.ACTIVE).order_by("number"))


class EveningInSections(Evening):
    """An evening of a larger hall, whose Mitchell is played in sections; clubs are spread over them."""

    def __init__(self, seed: int) -> None:
        super().__init__("mitchell", seed)
        lot = Random(f"sections/{seed}")
        for number in range(lot.randint(4, 24)):
            pair_add(tournament=self.tournament, players=[f"Sala {letter} {number}" for letter in "AB"], here=True)
        self._join_clubs(lot.choice([0.0, 0.3, 0.9]))
        tables = (self.tournament.pairs.count() + 1) // 2
        self.wanted["sections"] = section_starts(tables, lot.randint(2, min(4, tables // 2)))
        self.wanted["start_by_lot"] = lot.random() < 0.4


OF_EVENINGS: dict[str, Callable[[int], Evening]] = {"gironi": StagedEvening, "sections": EveningInSections}


def played(kind: str, seed: int) -> tuple[Tournament, dict[str, Any]]:
    evening = OF_EVENINGS[kind](seed) if kind in OF_EVENINGS else Evening(kind, seed)
    data = evening.play()
    return evening.tournament, data
