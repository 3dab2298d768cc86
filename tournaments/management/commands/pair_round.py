"""`pair_round SLUG --system KEY …`: the next draft as JSON; --publish stores it (docs/interchange.md §7)."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.management.arguments import girone_system, tournament_by_slug, whole_number
from tournaments.models import Tournament
from tournaments.pairing.systems import SYSTEMS
from tournaments.records import Draft, EntrantId, Fold, Movement, NamedSystem, Policy, System
from tournaments.records.gironi import girone_letter
from tournaments.records.named_systems import BySystem
from tournaments.records.settings_json import settings_from_json
from tournaments.selectors.draws import NextRound
from tournaments.selectors.entrants import entrants_of
from tournaments.selectors.line_names import club_line_names
from tournaments.selectors.next_round import proposed_round
from tournaments.services import round_draft, round_publish
from tournaments.services.rounds import compute_draft, next_round, refuse_missing_results
from tournaments.wording.lines import lines_by
from tournaments.wording.reasons import reason_sentence
from tournaments.wording.round_settings import too_many_sections

CHOSEN = (
    *("step", "start_by_lot", "policy", "memory", "avoid_clubs", "fold"),
    *("legs", "groups", "qualifiers", "third_place", "movement"),
)
"""The settings of a round that are options; the referee sets the others on the page of the draft."""


class Command(BaseCommand):
    help = "Pair the next round and write it as JSON; without --publish nothing is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        by_program = [system.value for system in SYSTEMS if system is not System.MANUAL]
        parser.add_argument("slug")
        parser.add_argument("--system", choices=by_program, required=True)
        parser.add_argument(
            "--girone",
            type=girone_system,
            action="append",
            default=[],
            metavar="LETTER=KEY",
            help="after a cut: the system of this girone, which differs from the round's; once for each",
        )
        parser.add_argument("--step", type=whole_number(1), metavar="S", help="mitchell: tables that EW move by")
        parser.add_argument("--start-by-lot", action="store_true", help="mitchell: draw the first seats by lot")
        parser.add_argument(
            "--sections", type=whole_number(1), metavar="N", help="mitchell: of a large hall; as before unless given"
        )
        parser.add_argument("--policy", choices=list(Policy), default=Policy.TOP_DOWN, help="danish_no_rematch")
        parser.add_argument(
            "--memory", type=whole_number(1), metavar="N", help="only meetings of the last N rounds count"
        )
        parser.add_argument("--avoid-clubs", action="store_true", help="danish_no_rematch, swiss: keep clubmates apart")
        parser.add_argument("--fold", choices=list(Fold), default=Fold.FOLDED, help="swiss")
        parser.add_argument("--legs", type=whole_number(1, 2), default=1, metavar="N", help="round_robin: 1 or 2")
        parser.add_argument("--groups", type=whole_number(1), default=1, metavar="N", help="round_robin")
        parser.add_argument(
            "--new-run", action="store_true", help="round_robin: give up the one under way, which has other groups"
        )
        parser.add_argument("--qualifiers", type=whole_number(2), metavar="N", help="knockout: all unless given")
        parser.add_argument("--no-third-place", action="store_false", dest="third_place", help="knockout")
        parser.add_argument("--movement", choices=list(Movement), help="individual: whist where it exists unless given")
        parser.add_argument("--seed", type=whole_number(0), metavar="N", help="the tournament's own unless given")
        parser.add_argument("--publish", action="store_true")

    def handle(self, *args: Any, slug: str, publish: bool, **options: Any) -> None:
        tournament = tournament_by_slug(slug)
        settings = {
            "settings": settings_from_json({name: options[name] for name in CHOSEN if options[name] is not None}),
            "seed": tournament.seed if options["seed"] is None else options["seed"],
            "new_run": options["new_run"],
        }
        try:
            draft, by_girone = self._pair(
                tournament,
                System(options["system"]),
                settings,
                sections=options["sections"],
                gironi=dict(options["girone"]),
                publish=publish,
            )
        except Refused as refused:
            raise CommandError(refused.message) from refused
        with lines_by(club_line_names):
            answer = draft_as_json(draft, tournament, by_girone)
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=1))

    @transaction.atomic
    def _pair(
        self,
        tournament: Tournament,
        system: System,
        settings: dict[str, Any],
        *,
        sections: int | None,
        gironi: Mapping[int, NamedSystem],
        publish: bool,
    ) -> tuple[Draft, BySystem]:
        coming = next_round(tournament)
        by_girone = _systems_of_gironi(coming, system, gironi)
        settings["settings"] = replace(settings["settings"], by_girone=by_girone)
        if system is System.MITCHELL:
            settings["settings"] = replace(settings["settings"], sections=_section_starts(coming, sections))
        request = coming.request(system=system, **settings)
        draft = compute_draft(system, request)
        refuse_missing_results(coming, draft, request)
        if publish:
            round_ = round_draft(tournament=tournament, system=system, **settings)
            round_publish(round=round_, at=timezone.now())
        return draft, by_girone


def _systems_of_gironi(coming: NextRound, system: System, gironi: Mapping[int, NamedSystem]) -> BySystem:
    """Return the gironi with a system of their own, or all in a knockout of each girone.

    Raise Refused if one of them is not to be seated.
    """
    for girone in gironi:
        if girone not in coming.gironi:
            known = ", ".join(map(girone_letter, coming.gironi)) or _("none, since the ranking is not cut")
            facts = {"girone": girone_letter(girone), "known": known}
            raise Refused(_("No girone %(girone)s is drawn in this round. Available: %(known)s") % facts)
    if gironi and system is System.KNOCKOUT:
        gironi = dict.fromkeys(coming.gironi, NamedSystem.KNOCKOUT) | dict(gironi)
    return tuple(sorted(gironi.items()))


def _section_starts(coming: NextRound, number: int | None) -> tuple[int, ...]:
    """Return the first tables of the later sections; as in the rounds before if no number is given."""
    proposed = proposed_round(coming)
    if number is None:
        return proposed.settings.sections
    if refused := too_many_sections(number, proposed.tables):
        raise Refused(refused)
    return proposed.sections_for(number)


def draft_as_json(draft: Draft, tournament: Tournament, by_girone: BySystem) -> dict[str, Any]:
    """Return the draft as in docs/interchange.md §7; the reasons are sentences in the active language.

    `by_girone`, `rests`, if there are several, and `out` are only written if they are not empty.
    """
    names = {entrant.id: entrant.label for entrant in entrants_of(tournament)}
    data: dict[str, Any] = {
        "system": draft.system,
        **({"by_girone": [[girone, named.value] for girone, named in by_girone]} if by_girone else {}),
        "seed": draft.seed,
        "cost": draft.cost,
        "tables": [
            {
                "number": table.number,
                "ns": _side(table.ns, table.ns_partner),
                "ew": _side(table.ew, table.ew_partner),
                "why": [reason_sentence(reason, names=names) for reason in table.why],
            }
            for table in draft.tables
        ],
        "rest": next(iter(draft.rests), None),
        "rematches": draft.rematches,
    }
    if len(draft.rests) > 1:
        data["rests"] = draft.rests
    if draft.out:
        data["out"] = draft.out
    return data


def _side(entrant: EntrantId | None, partner: EntrantId | None) -> EntrantId | list[EntrantId] | None:
    """Return a pair, two players, or null."""
    return entrant if entrant is None or partner is None else [entrant, partner]
