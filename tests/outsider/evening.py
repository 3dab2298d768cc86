"""The evening as its file describes it: the score of each line at each table, and every entrant's results."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .hands import mp_of

SCALES = {
    2: [40, 120, 200, 300, 400, 500, 620, 740, 870, 1000],
    3: [50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500],
    4: [100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000],
}
"""By hands per round, the greatest differences that still give 10, 11 … 19 VP (docs/tournaments.md §4)."""
ABSENT = {"absent_ns": ("ns",), "absent_ew": ("ew",), "absent_both": ("ns", "ew")}


@dataclass
class Share:
    """The result of an entrant in a round."""

    scored: int = 0
    conceded: int = 0
    vp: int = 0
    won: bool = False
    played: bool = False
    """There is a result of its table, be it an absence; a rest is none."""
    table: int | None = None
    met: tuple[int, ...] = ()


@dataclass
class Evening:
    data: dict[str, Any]
    rounds: list[dict[str, Any]] = field(init=False)
    known: dict[int, dict[int, Share]] = field(init=False, default_factory=dict)
    """The results of the rounds, once they were asked for."""

    def __post_init__(self) -> None:
        self.rounds = self.data["rounds"]
        self.settings = self.data["tournament"]
        self.seed = self.settings["seed"]
        self.numbers = [pair["number"] for pair in self.data["pairs"]]
        self.team = {pair["number"]: pair.get("team") for pair in self.data["pairs"]}
        clubs = {player["id"]: player["club"].casefold() for player in self.data["players"]}
        self.clubs = {
            pair["number"]: {clubs[player] for player in pair["players"]} - {""} for pair in self.data["pairs"]
        }
        scale = self.settings["scale"]
        rows = SCALES[int(scale[-1])] if isinstance(scale, str) else None
        self.rows = list(zip(rows, range(10, 20), strict=True)) if rows else [tuple(row) for row in scale["rows"]]
        self.total = 20 if isinstance(scale, str) else scale["total"]
        stages = self.settings.get("stages", [])
        self.cut_after: int | None = stages[0]["after"] if stages else None
        self.carry: str = stages[0]["carry"] if stages else "whole"
        listed = enumerate(stages[0]["gironi"], start=1) if stages else ()
        self.girone_today = {number: girone for girone, members in listed for number in members}

    def is_in_gironi(self, number: int) -> bool:
        return self.cut_after is not None and self.cut_after < number

    def begins_stage(self, number: int) -> bool:
        """Return whether this is the first round of all, or the first in gironi."""
        return number == 1 or number - 1 == self.cut_after

    def is_one_bracket(self, number: int) -> bool:
        """Return whether a round is one bracket of the whole field: a knockout that names gironi is one of each."""
        round_ = self.rounds[number - 1]
        return round_["system"] == "knockout" and not round_.get("drawn", round_).get("by_girone")

    def system_of(self, number: int, girone: int | None) -> str:
        """Return the system of a round, or of a girone in it."""
        round_ = self.rounds[number - 1]
        whole: str = round_["system"]
        if girone is None or whole == "manual" or self.is_one_bracket(number):
            return whole
        named: str = dict(round_.get("drawn", round_).get("by_girone", ())).get(girone, whole)
        return "danish_no_rematch" if named == "danish_modified" else named

    def settings_of(self, number: int, girone: int | None) -> dict[str, Any]:
        """Return the settings of a round, or of a girone in it: a memory of 1 may be that of the modified Danish."""
        round_ = self.rounds[number - 1]
        settings: dict[str, Any] = dict(round_.get("drawn", round_))
        named = dict(settings.get("by_girone", ())).get(girone)
        if named == "danish_modified":
            settings["memory"] = 1
        elif named is not None and (round_["system"], settings.get("memory")) == ("danish_no_rematch", 1):
            del settings["memory"]
        return settings

    def girone(self, entrant: int) -> int:
        """Return the girone of today; whoever is in none is in the last."""
        return self.girone_today.get(entrant, max(self.girone_today.values()))

    def gironi_at(self, number: int) -> dict[int, int]:
        """Return the girone of everybody present at the draw; empty before the cut, and in one bracket."""
        if not self.is_in_gironi(number) or self.is_one_bracket(number):
            return {}
        then = dict(self.rounds[number - 1].get("gironi", ()))
        return {entrant: then.get(entrant) or self.girone(entrant) for entrant in self.rounds[number - 1]["present"]}

    def vp_of(self, difference: int) -> int:
        """Return the winner's VP for this difference."""
        return next((vp for most, vp in self.rows if abs(difference) <= most), self.total)

    def adjustments(self, number: int, entrant: int) -> list[dict[str, Any]]:
        return [
            adjustment
            for adjustment in self.data["adjustments"]
            if (adjustment["round"], adjustment["pair"]) == (number, entrant)
        ]

    def shares(self, number: int) -> dict[int, Share]:
        """Return the results of everybody who has a seat or an adjustment in this round."""
        if number not in self.known:
            self.known[number] = self._shares(number)
        return self.known[number]

    def _shares(self, number: int) -> dict[int, Share]:
        round_ = self.rounds[number - 1]
        shares: dict[int, Share] = {}
        for table in round_["tables"]:
            sides = {line: sitting(table[line]) for line in ("ns", "ew")}
            for line, entrants in sides.items():
                other = sides["ew" if line == "ns" else "ns"]
                for entrant in entrants:
                    shares[entrant] = Share(table=table["number"], met=tuple(other))
            self._count(number, table, sides, shares)
        for entrant in self.numbers:
            for adjustment in self.adjustments(number, entrant):
                share = shares.setdefault(entrant, Share())
                share.vp += adjustment["vp"]
                if not adjustment.get("felt", True) or not self._is_felt(round_, entrant):
                    share.scored += adjustment["mp"]
        return shares

    def _is_felt(self, round_: dict[str, Any], entrant: int) -> bool:
        """Return whether MP affect the scale, which they do if the table was played to the end."""
        table = table_of(round_, entrant)
        return table is not None and table["outcome"] in ("played", "open")

    def _count(self, number: int, table: dict[str, Any], sides: dict[str, list[int]], shares: dict[int, Share]) -> None:
        outcome = table["outcome"]
        mp = {line: self._slip(number, table, line, sides[line]) for line in sides}
        for line, entrants in sides.items():
            other = "ew" if line == "ns" else "ns"
            for entrant in entrants:
                share = shares[entrant]
                share.played = outcome not in ("open", "rest")
                if outcome == "rest":
                    share.vp, share.scored = self.settings["rest"]["vp"], self.settings["rest"]["mp"]
                elif outcome == "arbitral":
                    given = table["arbitral"]
                    share.vp, share.scored, share.conceded = given[line]["vp"], given[line]["mp"], given[other]["mp"]
                    share.won = 2 * share.vp > self.total
                elif outcome in ABSENT:
                    self._absence(table, line, share, mp)
                else:
                    share.scored, share.conceded = mp[line], mp[other]
                    if outcome == "played":
                        won = self.vp_of(mp[line] - mp[other])
                        share.vp = won if mp[line] >= mp[other] else self.total - won
                        share.won = 2 * share.vp > self.total

    def _absence(self, table: dict[str, Any], line: str, share: Share, mp: dict[str, int]) -> None:
        rest = self.settings["rest"]
        absence = self.settings.get("absence", {"vp": self.total - rest["vp"], "mp": -rest["mp"]})
        away = ABSENT[table["outcome"]]
        if len(away) == 2:
            return
        if line in away:
            share.vp, share.conceded = absence["vp"], -absence["mp"]
            return
        share.vp, share.scored = rest["vp"], rest["mp"]
        if table["hands"]:
            other = "ew" if line == "ns" else "ns"
            difference = mp[line] - mp[other]
            had = self.vp_of(difference) if difference >= 0 else self.total - self.vp_of(difference)
            if (had, difference) > (rest["vp"], rest["mp"]):
                share.vp, share.scored, share.conceded = had, mp[line], mp[other]

    def _slip(self, number: int, table: dict[str, Any], line: str, entrants: list[int]) -> int:
        """Return the MP of a line: its hands, and its entrants' adjustments that affect the opponents."""
        mp = 0
        for hand in table["hands"]:
            ruled = hand.get("set")
            mp += ruled["mp"] if ruled and ruled["line"] == line else mp_of(hand[line])
        if table["outcome"] in ("played", "open"):
            given = (adjustment for entrant in entrants for adjustment in self.adjustments(number, entrant))
            mp += sum(adjustment["mp"] for adjustment in given if adjustment.get("felt", True))
        return mp


def sitting(side: int | list[int] | None) -> list[int]:
    return [] if side is None else side if isinstance(side, list) else [side]


def table_of(round_: dict[str, Any], entrant: int) -> dict[str, Any] | None:
    return next((table for table in round_["tables"] if entrant in sitting(table["ns"]) + sitting(table["ew"])), None)


def seats(round_: dict[str, Any]) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Yield number, NS and EW of each table, as it was played."""
    for table in round_["tables"]:
        yield table["number"], tuple(sitting(table["ns"])), tuple(sitting(table["ew"]))
