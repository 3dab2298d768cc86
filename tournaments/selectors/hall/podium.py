"""The prize-giving, as the wall and the players' pages show it once the referee has begun it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import TillTerms
from tournaments.records import Standing, TeamStanding
from tournaments.selectors.prizes import Prizes, prizes_of
from tournaments.selectors.till import till_in_use, till_of
from tournaments.wording.gironi import by_girone
from tournaments.wording.prizes import place_won

from .hall import Hall

PODIUM = 3
"""The last place on the podium."""
MOST_ON_PODIUM = 6
"""The most entrants on a podium: if ties make it longer, no name could be read, and the ranking shows them."""

SECONDS, SECONDS_OF_SEVERAL = 60, 30


@dataclass(frozen=True, slots=True, kw_only=True)
class PodiumStep:
    """One of the first three: a pair, a player or a team."""

    number: int
    """The number of the pair, the player or the team."""
    place: int
    """The place, in a girone counted there."""
    names: tuple[str, ...]
    vp: int
    mp_difference: int
    cents: int = 0
    """What it wins by its place; 0 if nothing, or if the club keeps no till."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Podium:
    """The first three of the whole ranking, of a girone, or of one knockout after the gironi."""

    title: str
    """The name of the girone or of the knockout; empty for the whole ranking."""
    steps: Sequence[PodiumStep]
    """Best first."""

    @property
    def is_whole(self) -> bool:
        """Return whether one stands on each step."""
        return [step.place for step in self.steps] == [1, 2, 3]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherPrize:
    """A prize of somebody for something else than a step of the podium."""

    title: str
    names: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeGiving:
    """What is celebrated."""

    podiums: Sequence[Podium]
    """Those of the gironi in their order; none where too many share the first places."""
    prizes: Sequence[OtherPrize]
    """The other prizes, the special ones first."""

    @property
    def seconds(self) -> int:
        """Return how long the wall shows each podium."""
        return SECONDS if len(self.podiums) == 1 else SECONDS_OF_SEVERAL


def prize_giving_of(hall: Hall) -> PrizeGiving | None:
    """Return the prize-giving, of the teams if there are any; None before the referee has begun it.

    One query in a club without a till.
    """
    if hall.tournament.podium_shown_at is None or hall.after_round is not None:
        return None
    prizes = _prizes(hall)
    won: Counter[int] = Counter()
    for row in prizes.by_place if prizes else ():
        won[row.number or 0] += row.cents  # equivalent `row.number`: nobody has the number 0
    podiums = [_podium("", hall.teams, won)] if hall.teams else podiums_of(hall.standings, won)
    shown = [podium for podium in podiums if podium.steps]
    return PrizeGiving(podiums=shown, prizes=_others(hall, shown, prizes) if prizes else [])


def podiums_of(standings: Sequence[Standing], won: Mapping[int, int]) -> list[Podium]:
    """Return the podium of each girone, or of the whole ranking before a cut; `won` is in cents.

    Whom a knockout after the gironi placed have a podium of their own; gironi whose first went on into it have none.
    """
    gone_on = {row.girone for row in standings if row.before_gironi}
    return [
        _podium(name, rows, won)
        for name, rows in by_girone(standings)
        if rows[0].before_gironi or rows[0].girone not in gone_on
    ]


def _podium(title: str, rows: Sequence[Standing] | Sequence[TeamStanding], won: Mapping[int, int]) -> Podium:
    ahead = rows[0].place - 1
    first = [row for row in rows if row.place - ahead <= PODIUM]
    return Podium(title=title, steps=[_step(row, ahead, won) for row in first] if len(first) <= MOST_ON_PODIUM else [])


def _step(row: Standing | TeamStanding, ahead: int, won: Mapping[int, int]) -> PodiumStep:
    number, names = (row.entrant.id, row.entrant.names) if isinstance(row, Standing) else (row.number, (row.name,))
    return PodiumStep(
        number=number,
        place=row.place - ahead,
        names=names,
        vp=row.vp,
        mp_difference=row.mp_difference,
        cents=won.get(number, 0),
    )


def _prizes(hall: Hall) -> Prizes | None:
    """Return the prizes if the club keeps a till; none while they exceed the fund, since they will be changed."""
    terms = TillTerms.objects.filter(tournament=hall.tournament).first() if till_in_use() else None
    prizes = prizes_of(hall.tournament, terms, till_of(hall.tournament, terms)) if terms else None
    return prizes if prizes and not prizes.beyond else None


def _others(hall: Hall, podiums: Sequence[Podium], prizes: Prizes) -> list[OtherPrize]:
    """Return the prizes that no step of a podium shows, with the names that everybody may read."""
    pairs = {int(number): entrant.label for number, entrant in hall.entrants.items()}
    ranked = {team.number: team.name for team in hall.teams} or pairs
    on_steps = {step.number for podium in podiums for step in podium.steps}
    special = [(row.title, pairs, row) for row in prizes.special]
    by_place = [
        (place_won(row.place, row.girone), ranked, row) for row in prizes.by_place if row.number not in on_steps
    ]
    return [
        OtherPrize(title=title, names=names[row.number], cents=row.cents)
        for title, names, row in (*special, *by_place)
        if row.number is not None
    ]
