"""A tournament from JSON: everything is read and checked first, then written in one transaction."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.engine.ruleset import RuleSet
from scoring.services import ruleset_for
from tournaments.models import IMPORTED, Tournament
from tournaments.ranking.victory_points import InvalidScale, absence_allowance, parse_scale
from tournaments.records import Carry, Kind, NamedSystem, TieBreak
from tournaments.records.defaults import HIGHEST_SEED, usual_minutes
from tournaments.records.plans import FEWEST_GIRONI, MOST_GIRONI_PLANNED, Step, cut_step, systems_of
from tournaments.services.tournaments import RESERVED_SLUGS
from tournaments.wording.plans import cut_fault
from tournaments.wording.scales import fault_sentence

from .adjustments_in import import_adjustments
from .incidents import import_incidents
from .json_node import InterchangeError, Node, check_version, parse_json
from .match_days import import_match_days, read_match_format
from .pairs_in import import_pairs, import_players, import_teams
from .round_draw import complete_drawings
from .rounds_in import import_rounds
from .stages import read_stages
from .tournament_out import FORMAT, VERSION

SLUG_PATH = "tournament.slug"


def tournament_import(*, text: str, slug: str | None = None) -> Tournament:
    """Import a tournament under its own slug or another. Raise `InterchangeError` with nothing written."""
    node = Node(parse_json(text))
    check_version(node.all_members(), of=FORMAT, known=VERSION)
    top = node.members(
        required=("format", "version", "tournament", "players", "pairs", "rounds", "adjustments"),
        optional=("teams", "match_days", "incidents"),
    )
    tournament = _read_tournament(top["tournament"], slug)
    cut = read_stages(top["tournament"].all_members().get("stages"), kind=tournament.kind)
    tournament.cut_after, tournament.carry, tournament.own_tables = cut.after, cut.carry, cut.own_tables
    read_match_format(top["tournament"].all_members().get("matches"), tournament)
    rules = _read_rules(top["tournament"])
    tournament._change_reason = IMPORTED  # type: ignore[attr-defined]
    with transaction.atomic():
        tournament.save()
        players = import_players(top["players"])
        teams = import_teams(top["teams"], tournament) if "teams" in top else {}
        pairs = import_pairs(top["pairs"], tournament, players, teams, cut.gironi)
        rounds = import_rounds(top["rounds"], tournament, pairs, rules)
        cut.check(pairs, rounds.values())
        if tournament.plays_matches and "match_days" not in top:
            raise InterchangeError("match_days", _("this key is missing"))
        if "match_days" in top:
            import_match_days(top["match_days"], tournament, teams, pairs, rounds=len(rounds))
        import_adjustments(top["adjustments"], tournament, players, pairs, rounds)
        if "incidents" in top:
            import_incidents(top["incidents"], tournament, pairs)
        complete_drawings(tournament, rounds.values())
    return tournament


def _read_tournament(node: Node, slug: str | None) -> Tournament:
    given = node.members(
        required=(
            *("name", "slug", "date", "venue", "kind", "ruleset", "options", "hands_per_round", "rounds_planned"),
            *("scale", "tie_breaks", "rest", "seed", "state"),
        ),
        optional=(
            *("absence", "minutes", "plan", "entry", "writing", "missed_rounds", "substitutes_allowed", "referees"),
            *("second_language", "stages", "matches"),
        ),
    )
    try:
        scale = parse_scale(given["scale"].value)
    except InvalidScale as error:
        raise given["scale"].fail(fault_sentence(error)) from error
    hands = given["hands_per_round"].integer(least=1, most=20)
    rest = given["rest"].members(required=("vp", "mp"))
    absence = absence_allowance(scale, hands)
    absence_vp, absence_mp = absence.vp, absence.mp
    if "absence" in given:
        members = given["absence"].members(required=("vp", "mp"))
        absence_vp, absence_mp = members["vp"].integer(least=0, most=scale.total), members["mp"].integer()
    entry = given["entry"].choice(*Tournament.Entry.values) if "entry" in given else Tournament.Entry.SLIP
    writing = given["writing"].choice(*Tournament.Writing.values) if "writing" in given else Tournament.Writing.PAPER
    minutes = given["minutes"].integer(least=0, most=600) if "minutes" in given else usual_minutes(hands)
    return Tournament(
        name=given["name"].text(empty=False, longest=120),
        slug=_free_slug(given["slug"], slug),
        date=given["date"].day(),
        venue=given["venue"].text(longest=120),
        kind=given["kind"].choice(*Tournament.Kind.values),
        ruleset=given["ruleset"].text(longest=40),
        options=given["options"].object(),
        hands_per_round=hands,
        rounds_planned=given["rounds_planned"].integer(least=1, most=100),
        round_minutes=minutes,
        plan=_read_plan(given),
        scale=given["scale"].value,
        tie_breaks=_read_tie_breaks(given["tie_breaks"]),
        rest_vp=rest["vp"].integer(least=0, most=scale.total),
        rest_mp=rest["mp"].integer(least=0),
        absence_vp=absence_vp,
        absence_mp=absence_mp,
        missed_rounds=_missed_rounds(given.get("missed_rounds")),
        substitutes_allowed=given["substitutes_allowed"].flag() if "substitutes_allowed" in given else True,
        entry=entry,
        writing=writing,
        referees=given["referees"].text() if "referees" in given else "",
        second_language=_second_language(given.get("second_language")),
        seed=given["seed"].integer(least=0, most=HIGHEST_SEED),
        state=given["state"].choice(*Tournament.State.values),
    )


def _missed_rounds(node: Node | None) -> str:
    return Tournament.MissedRounds.ZERO if node is None else node.choice(*Tournament.MissedRounds.values)


def _second_language(node: Node | None) -> str:
    return "" if node is None else node.choice(*dict(settings.LANGUAGES))


def _read_plan(given: Mapping[str, Node]) -> list[Step]:
    """Return the announced systems, from round 1 on, and the cut between them."""
    if "plan" not in given:
        return []
    node, rounds = given["plan"], given["rounds_planned"].integer(least=1, most=100)
    plan = list(map(_read_step, node.items()))
    announced = len(systems_of(plan))
    if announced > rounds:
        raise node.fail(_("expected at most %(rounds)s rounds, got %(got)s") % {"rounds": rounds, "got": announced})
    if fault := cut_fault(plan, kind=Kind(given["kind"].choice(*Tournament.Kind.values)), rounds=rounds):
        raise node.fail(fault)
    return plan


def _read_step(node: Node) -> Step:
    if not isinstance(node.value, dict):
        return node.choice(*NamedSystem)
    cut = node.members(required=("gironi", "carry"))
    gironi = cut["gironi"].integer(least=FEWEST_GIRONI, most=MOST_GIRONI_PLANNED)
    return cut_step(gironi, Carry(cut["carry"].choice(*Carry)))


def _free_slug(node: Node, wanted: str | None) -> str:
    slug = node.slug(wanted)
    if slug in RESERVED_SLUGS or Tournament.objects.filter(slug=slug).exists():
        raise node.fail(_("the slug %(slug)s is taken here: give it another") % {"slug": slug})
    return slug


def _read_tie_breaks(node: Node) -> list[str]:
    criteria = [item.choice(*TieBreak) for item in node.items()]
    if not criteria or len(set(criteria)) < len(criteria):
        raise node.fail(_("name each criterion once, and at least one"))
    return criteria


def _read_rules(node: Node) -> RuleSet:
    given: dict[str, Any] = node.value  # type: ignore[assignment]
    try:
        return ruleset_for(given["ruleset"], given["options"])
    except ValueError as error:
        raise InterchangeError(f"{node.path}.ruleset", str(error)) from error
