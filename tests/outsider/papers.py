"""The prizes and the rows of the sheets that a file asks for (docs/tournaments.md §7), in the order of the paper."""

from typing import Any
from unicodedata import category, normalize

from .evening import Evening, seats
from .ranking import Ranking

Row = tuple[str, ...]
"""The texts of a row, from left to right."""

REST = "riposa"
LINES = ("NS", "EO")


def figure(points: int) -> str:
    return ("−" if points < 0 else "") + f"{abs(points):,}".replace(",", ".")


def letter_of(girone: int) -> str:
    return chr(ord("A") + girone - 1)


class Papers:
    def __init__(self, data: dict[str, Any]) -> None:
        self.evening = Evening(data)
        self.last = len(data["rounds"])
        self.ranking = Ranking(self.evening, self.last)
        players = {player["id"]: f"{player['last_name']} {player['first_name']}" for player in data["players"]}
        self.names = {pair["number"]: [players[player] for player in pair["players"]] for pair in data["pairs"]}
        clubs = {player["id"]: player["club"] for player in data["players"]}
        self.clubs = {pair["number"]: clubs[pair["players"][0]] for pair in data["pairs"]}

    def label(self, pair: int) -> str:
        return " – ".join(self.names[pair])

    def prizes(self, fund: int, shares: list[list[int]]) -> list[tuple[str, int, int, int]]:
        """Return girone, place, pair and cents of each prize, each rounded down to a euro.

        The first of each girone gets what is left over of its part. Nobody shares a place.
        """
        assert len({place for place, _pair in self.ranking.rows}) == len(self.ranking.rows)
        won = []
        for girone, own in enumerate(shares, start=1):
            best = [pair for pair in self.ranking.order if self.evening.girone(pair) == girone][: len(own)]
            cents = [fund * share // 10_000 * 100 for share in own]
            cents[0] += fund * sum(own) // 100 - sum(cents)
            won += [
                (letter_of(girone), place, pair, prize)
                for place, (pair, prize) in enumerate(zip(best, cents, strict=True), start=1)
            ]
        return won

    def ranking_rows(self) -> list[Row]:
        """Return place, number, names, club and figures, and VP and MP of each round, below the name of the girone."""
        rows: list[Row] = []
        girone = None
        for place, pair in self.ranking.rows:
            if self.evening.girone(pair) != girone:
                girone = self.evening.girone(pair)
                rows.append((f"Girone {letter_of(girone)}",))
            difference = self.ranking.difference(pair)
            shown = (f"+{figure(difference)}" if difference > 0 else figure(difference), figure(self.ranking.mp(pair)))
            totals = (figure(self.ranking.vp(pair)), *shown)
            rows.append((figure(place), figure(pair), self.label(pair), self.clubs[pair], *totals, *self._course(pair)))
        return rows

    def _course(self, pair: int) -> list[str]:
        shares = [shares[pair] for shares in self.ranking.rounds]
        return [text for share in shares for text in (figure(share.vp), figure(share.scored) if share.met else "rip")]

    def table_rows(self, number: int) -> list[Row]:
        """Return the table of each meeting and both pairs, and who rests, below the name of the girone."""
        rows: list[Row] = []
        gironi = self.evening.gironi_at(number)
        girone = None
        for table, (ns, *_none), ew in seats(self.evening.rounds[number - 1]):
            if gironi.get(ns) != girone:
                girone = gironi[ns]
                rows.append((f"Girone {letter_of(girone)}",))
            if ew:
                rows.append((self.table(number, table), *self._pair(ns), *self._pair(ew[0])))
            else:
                rows.append((*self._pair(ns), REST))
        return rows

    def _pair(self, pair: int) -> Row:
        return figure(pair), self.label(pair)

    def table(self, number: int, table: int) -> str:
        starts = [1, *self.evening.rounds[number - 1].get("sections", ())]
        if len(starts) == 1:
            return str(table)
        section = max(at for at, start in enumerate(starts) if start <= table)
        return f"{letter_of(section + 1)} {table - starts[section] + 1}"

    def seat_rows(self, number: int) -> list[Row]:
        """Return each player's girone, name, table and line, from A to Z."""
        gironi = self.evening.gironi_at(number)
        found = []
        for table, ns, ew in seats(self.evening.rounds[number - 1]):
            for line, (pair, *_none) in zip(LINES, [ns, ew] if ew else [ns], strict=False):
                seat = (self.table(number, table), line) if ew else (REST,)
                girone = (letter_of(gironi[pair]),) if gironi else ()
                found += [(_alphabetical(name), table, (*girone, name, *seat)) for name in self.names[pair]]
        return [row for _name, _table, row in sorted(found)]


def _alphabetical(name: str) -> str:
    return "".join(letter for letter in normalize("NFKD", name).casefold() if category(letter)[0] in "LNZ")
