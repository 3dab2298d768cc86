"""Messages about a tournament, in the club's words or in ours."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import time_format
from django.utils.timezone import localtime

from tournaments.models import ClubMessage, Entry, Tournament
from tournaments.records import Standing
from tournaments.records.club_messages import MessageField, MessageKind, filled
from tournaments.wording.club_messages import OURS, after_round, and_more
from tournaments.wording.figures import figure, spoken_date
from tournaments.wording.gironi import girone_name

from .entries import entered_in_public, free_places, terms_of
from .prizes import fee_and_prizes_of
from .ranking import RankingRows, progress_of, ranking_of
from .results import results_of
from .settings import club_name

MOST_LINES = 100
"""The lines of a list in a message; the link has the rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyMessage:
    """A message to send."""

    kind: MessageKind
    text: str

    @property
    def rows(self) -> int:
        """Return the height of a field that shows it whole, up to a screen."""
        return min(24, self.text.count("\n") + 3)


def message_text(kind: MessageKind) -> str:
    """Return the club's text, or ours. One query."""
    stored = ClubMessage.objects.filter(kind=kind).values_list("text", flat=True).first()
    return stored or str(OURS[kind])


def messages_about(tournament: Tournament, link: str) -> list[ReadyMessage]:
    """Return the messages for everybody: before the evening what invites to it or calls it off, then the ranking."""
    if tournament.called_off_at is not None:
        kinds = [MessageKind.CALLED_OFF]
    elif tournament.state == Tournament.State.REGISTRATION:
        kinds = [MessageKind.INVITATION, MessageKind.ENTERED]
    else:
        kinds = [MessageKind.RANKING]
    return [ReadyMessage(kind=kind, text=message_about(tournament, kind, link)) for kind in kinds]


def message_about(
    tournament: Tournament, kind: MessageKind, link: str, *, names: str = "", text: str | None = None
) -> str:
    """Return a message with this link; `names` says whom it is for, `text` replaces the stored one."""
    facts = _facts(tournament, link) | {MessageField.NAMES: names}
    if kind in (MessageKind.INVITATION, MessageKind.ENTERED):
        facts |= _entry_facts(tournament)
    if kind == MessageKind.ENTERED:
        entered = entered_in_public(tournament)
        facts |= {MessageField.COUNT: figure(len(entered)), MessageField.LIST: _listed(_numbered(entered))}
    if kind == MessageKind.RANKING:
        facts |= _ranking_facts(tournament)
    return filled(message_text(kind) if text is None else text, {key.value: fact for key, fact in facts.items()})


def kind_for(entry: Entry) -> MessageKind | None:
    """Return what there is to tell the people of an entry; None if nothing."""
    if entry.state == Entry.State.ACCEPTED:
        return MessageKind.CONFIRMATION
    return MessageKind.MOVED_UP if entry.state == Entry.State.WAITING and entry.moved_up else None


def sample_tournament() -> Tournament | None:
    """Return the latest tournament, on which a text can be looked at. One query."""
    return Tournament.objects.order_by("-date", "-pk").first()


def _facts(tournament: Tournament, link: str) -> dict[MessageField, str]:
    fee, prizes = fee_and_prizes_of(tournament)
    return {
        MessageField.TOURNAMENT: tournament.name,
        MessageField.CLUB: club_name(),
        MessageField.DATE: spoken_date(tournament.date),
        MessageField.TIME: time_format(tournament.starts_at, "H:i") if tournament.starts_at else "",
        MessageField.PLACE: tournament.venue,
        MessageField.FEE: fee,
        MessageField.PRIZES: prizes,
        MessageField.LINK: link,
    }


def _entry_facts(tournament: Tournament) -> dict[MessageField, str]:
    terms = terms_of(tournament)
    free = free_places(tournament, terms)
    closes = localtime(terms.closes_at) if terms.closes_at else None
    until = f"{spoken_date(closes.date())}, {time_format(closes, 'H:i')}" if closes else ""
    return {MessageField.FREE: "" if free is None else figure(free), MessageField.CLOSES: until}


def _ranking_facts(tournament: Tournament) -> dict[MessageField, str]:
    """Return the ranking, with everybody as they want to be named in public."""
    results = results_of(tournament)
    ranking = ranking_of(tournament, results)
    rounds = [] if tournament.state == Tournament.State.FINAL else progress_of(results)
    return {
        MessageField.RANKING: _ranked(tournament, ranking) if results else "",
        MessageField.ROUND: after_round(rounds[-1].number) if rounds else "",
    }


def _ranked(tournament: Tournament, ranking: RankingRows) -> str:
    """Return a line for each team, or each entrant, in the order of the ranking; each girone has a line of its own.

    Only those that are listed are read.
    """
    if tournament.has_teams:
        return _listed([f"{team.place}. {team.name}: {figure(team.vp)} VP" for team in ranking.teams()])
    rows: list[Standing | str] = []
    girone = None
    for row in ranking.standings:
        if row.girone is not None and row.girone != girone:  # equivalent `row.girone != girone`: all have one, or none
            girone = row.girone
            rows.append(f"*{girone_name(girone)}*")
        rows.append(row)
    listed = rows[:MOST_LINES]
    pairs = tournament.pairs.filter(number__in=[row.entrant.id for row in listed if isinstance(row, Standing)])
    names = {pair.number: pair.public_name for pair in pairs.select_related("player1", "player2")}
    lines = (
        row if isinstance(row, str) else f"{row.place}. {names[int(row.entrant.id)]}: {figure(row.vp)} VP"
        for row in listed
    )
    return _listed([*lines], further=len(rows) - len(listed))


def _numbered(names: Sequence[str]) -> list[str]:
    return [f"{at}. {name}" for at, name in enumerate(names, start=1)]


def _listed(lines: Sequence[str], *, further: int = 0) -> str:
    """Return the first lines, and how many follow: the others, and `further` ones."""
    more = len(lines) - MOST_LINES + further
    return "\n".join([*lines[:MOST_LINES], *([and_more(more)] if more > 0 else [])])
