"""What the settings of a round would give, before anything of it is written."""

from typing import Any

from tournaments.errors import Refused
from tournaments.pairing_selectors import Evening, request_in
from tournaments.records import RoundSettings, System
from tournaments.services.rounds import compute_draft

from .seats import seats_of_draft


def outlook(evening: Evening, number: int, system: System, *, settings: RoundSettings, seed: int) -> dict[str, Any]:
    """The draft that would come, as `rounds/_outlook.html` tells it, or why there would be none. One query."""
    request = request_in(evening, number=number, system=system, settings=settings, seed=seed)
    try:
        draft = compute_draft(system, request)
    except Refused as refusal:
        return {"refused": refusal.message}
    return {"outlook": seats_of_draft(draft, request.entrants)}
