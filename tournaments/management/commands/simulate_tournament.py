"""`simulate_tournament --pairs N --rounds R --hands H --system STEP[,STEP…] --seed S [--sections N] [--slug S]`.

See docs/interchange.md §8.
"""

import argparse
import re
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.services import ruleset_for
from tournaments.interchange import InterchangeError, to_json, tournament_import
from tournaments.management.arguments import refusing, whole_number
from tournaments.pairing.systems import SYSTEMS
from tournaments.records import Carry, Kind, System
from tournaments.records.plans import FEWEST_GIRONI, MOST_GIRONI_PLANNED, Step, cut_step, systems_of
from tournaments.services.tournaments import free_slug
from tournaments.simulation import EveningFormat, SimulatedTournament, simulate_tournament
from tournaments.wording.plans import cut_fault
from tournaments.wording.round_settings import too_many_sections

CUT = re.compile("gironi:([0-9]{1,2})(?::(whole|half|nothing))?")


class Command(BaseCommand):
    help = "Play a tournament of legal, plausible hands and store it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--pairs", type=whole_number(2, 5000), required=True, metavar="N")
        parser.add_argument("--rounds", type=whole_number(1, 50), required=True, metavar="R")
        parser.add_argument("--hands", type=whole_number(2, 4), required=True, metavar="H")
        parser.add_argument("--system", type=steps, required=True, metavar="STEP[,STEP…]")
        parser.add_argument("--seed", type=whole_number(0), required=True, metavar="S")
        parser.add_argument("--sections", type=whole_number(1), default=1, metavar="N", help="of its Mitchell rounds")
        parser.add_argument("--slug")

    def handle(self, *args: Any, slug: str | None, **options: Any) -> None:
        if refused := too_many_sections(options["sections"], (options["pairs"] + 1) // 2):
            raise CommandError(refused)
        plan = _for_rounds(options["system"], options["rounds"])
        wanted = SimulatedTournament(
            entrants=options["pairs"],
            wanted=EveningFormat.of_plan(plan, hands=options["hands"], sections=options["sections"]),
            rules=ruleset_for("fibur_2026", {}),
            seed=options["seed"],
        )
        name = _("Simulation %(seed)s") % {"seed": wanted.seed}
        try:
            with refusing():
                data = simulate_tournament(
                    wanted,
                    name=name,
                    slug=slug or free_slug(name),
                    date=timezone.localdate().isoformat(),
                )
            tournament = tournament_import(text=to_json(data))
        except InterchangeError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_("Played and stored as %(slug)s.") % {"slug": tournament.slug})


def _for_rounds(named: Sequence[Step], rounds: int) -> list[Step]:
    """Return the steps of so many rounds; the last system serves all later ones. Raise CommandError at a wrong cut."""
    found: list[Step] = []
    for step in named:
        if len(systems_of(found)) < rounds:
            found.append(step)
    found += [named[-1]] * (rounds - len(systems_of(found)))
    if fault := cut_fault(found, kind=Kind.PAIRS, rounds=rounds):
        raise CommandError(fault)
    return found


def steps(text: str) -> list[Step]:
    """Return the steps in order, from `mitchell,mitchell,gironi:2:half,danish`; a system comes last."""
    read = [_step(key) for key in text.split(",")]
    if not isinstance(read[-1], str):
        raise argparse.ArgumentTypeError(_("expected a system at the end, got a cut"))
    return read


def _step(key: str) -> Step:
    cut = CUT.fullmatch(key)
    if cut and FEWEST_GIRONI <= int(cut[1]) <= MOST_GIRONI_PLANNED:
        return cut_step(int(cut[1]), Carry(cut[2] or Carry.WHOLE))
    known = [system.value for system in SYSTEMS if system is not System.MANUAL]
    if key not in known:
        raise argparse.ArgumentTypeError(
            _("expected some of %(known)s, got %(key)s") % {"known": ", ".join([*known, "gironi:N"]), "key": key}
        )
    return key
