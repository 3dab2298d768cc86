"""The initial values of a tournament's settings."""

from typing import Any

from scoring.rulesets.choices import offered_as
from tournaments.models import Tournament
from tournaments.ranking.victory_points import SCALES, absence_allowance, parse_scale, rest_allowance, scale_for_hands
from tournaments.records import Allowance
from tournaments.records.defaults import usual_minutes

from .plan import plan_initial
from .points import FOLLOWS_THE_HANDS, OWN_SCALE
from .rulesets import AS_IT_IS

USUAL_HANDS = (2, 3, 4)

PLAIN_SETTINGS = (
    *("name", "date", "venue", "kind", "hands_per_round", "rounds_planned", "plan", "tie_breaks", "entry", "writing"),
    *("missed_rounds", "substitutes_allowed", "call_minutes", "last_hand_minutes", "check_in_until", "self_check_in"),
    *("starts_at", "referees", "second_language"),
)
"""The fields that are settings without conversion."""


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """Return the form's values for the tournament; those that follow from others are left empty."""
    scale = parse_scale(tournament.scale)
    usual_rest = rest_allowance(scale, tournament.hands_per_round)
    usual_absence = absence_allowance(scale, tournament.hands_per_round)
    initial = {name: getattr(tournament, name) for name in (*PLAIN_SETTINGS, "seed")}
    initial["plan"] = plan_initial(tournament.plan)
    chosen = offered_as(tournament.ruleset, tournament.options)
    initial["ruleset"] = AS_IT_IS if chosen is None else chosen.key
    initial["scale"] = scale.key
    if SCALES.get(scale.key) != scale:
        rows = "\n".join(f"{row.up_to} {row.vp}" for row in scale.rows)
        initial |= {"scale": OWN_SCALE, "scale_name": scale.key, "scale_total": scale.total, "scale_rows": rows}
    elif tournament.hands_per_round in USUAL_HANDS and scale == scale_for_hands(tournament.hands_per_round):
        initial["scale"] = FOLLOWS_THE_HANDS
    if tournament.round_minutes != usual_minutes(tournament.hands_per_round):
        initial["round_minutes"] = tournament.round_minutes
    if Allowance(vp=tournament.rest_vp, mp=tournament.rest_mp) != usual_rest:
        initial |= {"rest_vp": tournament.rest_vp, "rest_mp": tournament.rest_mp}
    if Allowance(vp=tournament.absence_vp, mp=tournament.absence_mp) != usual_absence:
        initial |= {"absence_vp": tournament.absence_vp, "absence_mp": tournament.absence_mp}
    return initial
