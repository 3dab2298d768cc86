"""`simulate_tournament --pairs N --rounds R --hands H --system KEY[,KEY…] --seed S [--slug S]`.

See docs/interchange.md §8.
"""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.services import ruleset_for
from tournaments.interchange import InterchangeError, to_json, tournament_import
from tournaments.management.arguments import refusing, whole_number
from tournaments.pairing import SYSTEMS
from tournaments.records import System
from tournaments.services.tournaments import free_slug
from tournaments.simulation import EveningFormat, SimulatedTournament, simulate_tournament


class Command(BaseCommand):
    help = "Play a tournament of legal, plausible hands and store it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--pairs", type=whole_number(2, 5000), required=True, metavar="N")
        parser.add_argument("--rounds", type=whole_number(1, 50), required=True, metavar="R")
        parser.add_argument("--hands", type=whole_number(2, 4), required=True, metavar="H")
        parser.add_argument("--system", type=systems, required=True, metavar="KEY[,KEY…]")
        parser.add_argument("--seed", type=whole_number(0), required=True, metavar="S")
        parser.add_argument("--slug")

    def handle(self, *args: Any, slug: str | None, **options: Any) -> None:
        rounds, named = options["rounds"], options["system"]
        # The system of round i is the i-th one; the last one serves all later rounds.
        systems = tuple([*named, *named[-1:] * (rounds - len(named))][:rounds])
        wanted = SimulatedTournament(
            entrants=options["pairs"],
            wanted=EveningFormat(hands=options["hands"], systems=systems),
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


def systems(text: str) -> list[System]:
    """Return the system of each round in order, from `mitchell,mitchell,danish`."""
    keys = text.split(",")
    known = [system.value for system in SYSTEMS if system is not System.MANUAL]
    for key in keys:
        if key not in known:
            raise argparse.ArgumentTypeError(
                _("expected some of %(known)s, got %(key)s") % {"known": ", ".join(known), "key": key}
            )
    return [System(key) for key in keys]
