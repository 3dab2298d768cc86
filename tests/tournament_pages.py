"""The addresses of a tournament that can be looked at, from the table of rights."""

from collections.abc import Iterator, Mapping

from django.urls import get_resolver, reverse

from burraco_club.rights import RIGHTS
from tournaments.models import Tournament

OF_A_TOURNAMENT = ("tournaments/%(slug)s/", "t/%(slug)s/")
FILES = (".pdf", ".xlsx", ".csv", ".json", ".svg", ".png", ".ics", ".txt")


def addresses_of(tournament: Tournament, *, draft: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the names and addresses of the pages of a tournament with a round under way, apart from files.

    Pages of one table, pair or entry are those of the first; pages for whoever knows a secret are left out. `draft`:
    of the tournament's draft instead, the pages of a round.
    """
    round_ = tournament.rounds.get(state="draft" if draft else "published")
    entry = tournament.entries.order_by("pk").values_list("pk", flat=True).first()
    shared: Mapping[str, object] = {"slug": tournament.slug, "table": 1, "pk": entry or 1, "seat": 1}
    for name, rights in RIGHTS.items():
        if rights.look is None or ":" in name:
            continue
        ((route, _pattern, _defaults, _converters), *_others) = get_resolver().reverse_dict.getlist(name)
        ((path, places),) = route
        if not path.startswith(OF_A_TOURNAMENT) or path.endswith(FILES) or (draft and "/rounds/%" not in path):
            continue
        values = {**shared, "number": round_.number if "round" in path else 1}
        if set(places) <= values.keys():
            yield name, reverse(name, kwargs={place: values[place] for place in places})
