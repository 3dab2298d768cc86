"""The gironi of a tournament in JSON and back (docs/interchange.md §5): the cut, and who is in which."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Pair, Round, Tournament
from tournaments.records import Carry

from .json_node import Node

MOST_GIRONI = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedCut:
    """The cut of a file, or none."""

    after: int | None = None
    carry: str = ""
    gironi: Mapping[int, int] = field(default_factory=dict)
    """The girone of each pair by its number."""
    own_tables: bool = False
    node: Node | None = None

    def check(self, pairs: Collection[int], rounds: Collection[Round]) -> None:
        """Raise InterchangeError if it names a pair that there is not, or a round that is not closed."""
        if self.node is None:
            return
        if unknown := self.gironi.keys() - pairs:
            raise self.node.fail(_("no pair has the number %(pair)s") % {"pair": min(unknown)})
        if not any(round_.number == self.after and round_.state == Round.State.CLOSED for round_ in rounds):
            raise self.node.fail(_("a ranking is cut after a closed round"))


def stages_out(tournament: Tournament, pairs: Collection[Pair]) -> list[dict[str, Any]]:
    """Return the cut with the pairs of each girone, A first; empty if there is none."""
    if tournament.cut is None:
        return []
    gironi: dict[int, list[int]] = {}
    for pair in pairs:
        if pair.girone is not None:
            gironi.setdefault(pair.girone, []).append(pair.number)
    in_order = [sorted(gironi.get(girone, ())) for girone in range(1, max(gironi, default=0) + 1)]
    cut = tournament.cut
    stage = {"after": cut.after_round, "carry": cut.carry.value, "gironi": in_order}
    return [stage | ({"own_tables": True} if cut.own_tables else {})]


def read_stages(node: Node | None, *, kind: str) -> ImportedCut:
    """Return the cut of the file."""
    stages = [] if node is None else list(node.items())
    if not stages:
        return ImportedCut()
    stage, *more = stages
    if more:
        raise more[0].fail(_("this program cuts a ranking once"))
    if kind != Tournament.Kind.PAIRS:
        raise stage.fail(_("only a tournament of pairs is cut into gironi"))
    given = stage.members(required=("after", "carry", "gironi"), optional=("own_tables",))
    gironi: dict[int, int] = {}
    for girone, members in enumerate(given["gironi"].items(), start=1):
        for member in members.items():
            number = member.integer(least=1)
            if number in gironi:
                raise member.fail(_("pair %(pair)s is listed twice") % {"pair": number})
            gironi[number] = girone
    if max(gironi.values(), default=0) > MOST_GIRONI:
        raise given["gironi"].expected(_("at most %(most)s gironi") % {"most": MOST_GIRONI})
    return ImportedCut(
        after=given["after"].integer(least=1, most=100),
        carry=given["carry"].choice(*Carry),
        gironi=gironi,
        own_tables="own_tables" in given and given["own_tables"].flag(),
        node=stage,
    )
