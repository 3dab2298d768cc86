"""Lists of people: kept while they are looked at, imported in one go, taken back in one go."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from scoring.errors import Refused
from tournaments.models import PeopleImport, Player
from tournaments.people.names import search_key
from tournaments.roster.columns import Columns, Holds, columns_of, people_rows
from tournaments.roster.grid import GridRow
from tournaments.roster.listed import FIELDS
from tournaments.roster.verdicts import JudgedRow, Verdict, changes_of
from tournaments.selectors.members import relations_to_players
from tournaments.selectors.people_imports import ListLookedAt, list_looked_at, usual_figures

from .locking import count_revisions_up_of

LOOKED_AT_FOR: Final = timedelta(days=1)
UNDONE_WITHIN: Final = timedelta(days=30)
AT_ONCE: Final = 500
NAMED: Final = 5
"""So many people are named in a refusal."""

Decision = Literal["out", "new"] | int
"""Of a row: leave it out, somebody new, or the member of that key."""


@transaction.atomic
def people_import_begin(*, rows: Sequence[GridRow], file_name: str, by: User | None, at: datetime) -> PeopleImport:
    """Keep a list to be looked at; those that nobody imported within a day are forgotten."""
    people_imports_delete_old(at=at)
    columns = columns_of(rows)
    return PeopleImport.objects.create(
        file_name=file_name[:200],
        made_at=at,
        made_by=by,
        rows=[[row.line, row.cells] for row in rows],
        columns=_stored(columns),
        card_figures=usual_figures(people_rows(rows, columns), columns),
    )


@transaction.atomic
def people_import_read_as(*, pending: PeopleImport, holds: Sequence[Holds | None], card_figures: int) -> PeopleImport:
    """Take the columns for what the secretary says, and fill card numbers up to so many figures."""
    pending = _locked(pending, PeopleImport.State.LOOKED_AT)
    pending.columns = {**pending.columns, "holds": holds}
    pending.card_figures = card_figures
    pending.save()
    return pending


@transaction.atomic
def people_import_write(
    *, pending: PeopleImport, decisions: Mapping[int, Decision], seen: str, by: User | None
) -> PeopleImport:
    """Make the new members and correct the others, all or nothing.

    `decisions`, by line: what is left out, and of each doubtful row who it is; `seen`: the fingerprint of what was
    decided on. Refused where a doubtful row is undecided, where two people would have one card, and where the members
    have changed since.
    """
    pending = _locked(pending, PeopleImport.State.LOOKED_AT)
    looked_at = list_looked_at(pending)
    if looked_at.fingerprint != seen:
        raise Refused(_("Somebody has changed a member meanwhile. Look at the list again, then import it."))
    new, changed = _meant(looked_at, decisions)
    _refuse_cards_twice(new, changed)
    pending.done = [*_make(pending, new, by), *_correct(pending, changed, by)]
    if not pending.done:
        raise Refused(_("Nothing is left to import: every row is left out, or the same as what is here."))
    pending.state, pending.rows = PeopleImport.State.IMPORTED, []
    pending.save()
    return pending


@transaction.atomic
def people_import_undo(*, pending: PeopleImport, by: User | None) -> PeopleImport:
    """As it was before, all or nothing: refused where anything else has touched one of its people since."""
    pending = _locked(pending, PeopleImport.State.IMPORTED)
    players = Player.objects.select_for_update().in_bulk([entry["player"] for entry in pending.done])
    touched = _touched(pending, players)
    if touched:
        raise Refused(
            _("This cannot be undone any more. Since the import something else has touched: %(names)s.")
            % {"names": ", ".join(sorted(touched)[:NAMED])}
        )
    made = [entry["player"] for entry in pending.done if entry["before"] is None]
    changed = [entry for entry in pending.done if entry["before"] is not None]
    for entry in changed:
        _set(players[entry["player"]], entry["before"])
    _update([players[entry["player"]] for entry in changed], pending.undoing, by)
    _delete(made, pending.undoing, by)
    pending.state, pending.done = PeopleImport.State.UNDONE, []
    pending.save()
    return pending


@transaction.atomic
def people_import_discard(*, pending: PeopleImport) -> None:
    """Forget a list that was only looked at."""
    _locked(pending, PeopleImport.State.LOOKED_AT).delete()


def people_imports_delete_old(*, at: datetime) -> None:
    """Forget lists that nobody imported, and those that are too old to be undone."""
    old = Q(state=PeopleImport.State.LOOKED_AT, made_at__lt=at - LOOKED_AT_FOR)
    PeopleImport.objects.filter(old | Q(made_at__lt=at - UNDONE_WITHIN)).delete()


def _stored(columns: Columns) -> dict[str, Any]:
    return {"heading_line": columns.heading_line, "headings": columns.headings, "holds": columns.holds}


def _locked(pending: PeopleImport, state: PeopleImport.State) -> PeopleImport:
    found = PeopleImport.objects.select_for_update().filter(pk=pending.pk, state=state).first()
    if found is None:
        raise Refused(_("This list has been imported, undone or thrown away meanwhile."))
    return found


Changed = list[tuple[int, dict[str, Any], dict[str, Any]]]
"""The key of a member, the fields as they were, the fields as they shall be."""


def _meant(looked_at: ListLookedAt, decisions: Mapping[int, Decision]) -> tuple[list[Mapping[str, Any]], Changed]:
    """Who is new, and who is changed how. A member that two rows change is changed by both, the later row last."""
    new: list[Mapping[str, Any]] = []
    changes: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
    for row in looked_at.judged:
        decision = _decision(row, decisions.get(row.line))
        if row.person is None or decision == "out":
            continue
        if decision == "new":
            new.append(row.person.fields)
            continue
        before, after = changes.setdefault(int(decision), ({}, {}))
        for name, (was, said) in changes_of(row.person, looked_at.known[int(decision)]).items():
            before[name], after[name] = was, said
    return new, [(key, before, after) for key, (before, after) in changes.items() if after]


def _decision(row: JudgedRow, said: Decision | None) -> Decision:
    if row.verdict in (Verdict.UNREADABLE, Verdict.SAME) or said == "out":
        return "out"
    if row.verdict is not Verdict.DOUBTFUL:
        return "new" if row.member is None else row.member
    if said is None or (said != "new" and said not in row.choices):
        raise Refused(_("Row %(line)s is not decided: say who it is, or leave it out.") % {"line": row.line})
    return said


def _refuse_cards_twice(new: Iterable[Mapping[str, Any]], changed: Changed) -> None:
    """A card is one person's."""
    cards = [str(fields["card"]) for fields in new if fields.get("card")]
    cards += [str(after["card"]) for _key, _before, after in changed if after.get("card")]
    moved = {key for key, _before, after in changed if "card" in after}
    taken = set(Player.objects.filter(card__in=cards).exclude(pk__in=moved).values_list("card", flat=True))
    twice = sorted({card for card in cards if cards.count(card) > 1 or card in taken})
    if twice:
        raise Refused(
            _("Two people would have the same card: %(cards)s. Leave one of them out, or correct the card.")
            % {"cards": ", ".join(twice[:NAMED])}
        )


def _make(pending: PeopleImport, people: Sequence[Mapping[str, Any]], by: User | None) -> list[dict[str, Any]]:
    made = [Player(**fields) for fields in people]
    for player in made:
        player.search_name = search_key(player.full_name)
        player.clean_fields()
    made = bulk_create_with_history(
        made, Player, batch_size=AT_ONCE, default_user=by, default_change_reason=pending.reason
    )
    return [
        {"player": player.pk, "before": None, "after": dict(fields)}
        for player, fields in zip(made, people, strict=True)
    ]


def _correct(pending: PeopleImport, changed: Changed, by: User | None) -> list[dict[str, Any]]:
    players = Player.objects.select_for_update().in_bulk([key for key, _before, _after in changed])
    for key, _before, after in changed:
        _set(players[key], after)
        players[key].clean_fields()
    _update([players[key] for key, _before, _after in changed], pending.reason, by)
    return [{"player": key, "before": before, "after": after} for key, before, after in changed]


def _delete(keys: Sequence[int], reason: str, by: User | None) -> None:
    for player in Player.objects.filter(pk__in=keys):
        player._change_reason = reason  # type: ignore[attr-defined]
        player._history_user = by  # type: ignore[attr-defined]
        player.delete()


def _set(player: Player, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        setattr(player, name, None if name == "birth_year" and value == "" else value)
    player.search_name = search_key(player.full_name)


def _update(players: Sequence[Player], reason: str, by: User | None) -> None:
    """Write them with their histories, and tell the tournaments that show them."""
    if not players:
        return
    fields = [*FIELDS, "search_name"]
    # Cards may change hands within one list: the constraint must not meet one on its way.
    Player.objects.filter(pk__in=[player.pk for player in players]).update(card="")
    bulk_update_with_history(players, Player, fields, batch_size=AT_ONCE, default_user=by, default_change_reason=reason)
    count_revisions_up_of([player.pk for player in players])


def _touched(pending: PeopleImport, players: Mapping[int, Player]) -> set[str]:
    """The names of those who are not any more as the import left them, or who play since."""
    keys = [entry["player"] for entry in pending.done]
    latest = _latest_reasons(keys)
    named = _named_elsewhere([entry["player"] for entry in pending.done if entry["before"] is None])
    touched = set()
    for entry in pending.done:
        player = players.get(entry["player"])
        if player is None or latest[player.pk] != pending.reason or player.pk in named:
            touched.add(str(player) if player else " ".join(str(entry["after"].get(name, "")) for name in FIELDS[:2]))
    return touched


def _latest_reasons(keys: Collection[int]) -> dict[int, str]:
    reasons: dict[int, str] = {}
    rows = Player.history.filter(id__in=keys).order_by("history_id").values_list("id", "history_change_reason")
    for key, reason in rows:
        reasons[key] = reason or ""
    return reasons


def _named_elsewhere(keys: Collection[int]) -> set[int]:
    """Those whom anything else in the database names."""
    named: set[int] = set()
    for model, field in relations_to_players():
        named |= set(model._base_manager.filter(**{f"{field}__in": keys}).values_list(field, flat=True))
    return named
