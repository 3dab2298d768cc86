"""The import of lists of people, and its undoing, in slices, so that other writes get their turn."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from pages.refusals import Refused
from tournaments.models import Membership, PeopleImport, Player
from tournaments.people.names import search_key
from tournaments.people.verdicts import ListVerdict, Verdict, changes_of, fault_after
from tournaments.selectors.members import relations_to_players
from tournaments.selectors.people_imports import ImportPreview, list_looked_at
from tournaments.wording.roster import fault_sentence

from .people_changes import Fields, MemberChange, changes_together, members_change, members_make, members_remove
from .people_imports import lock_import
from .slices import in_slices

NAMED: Final = 5
"""The number of people that a refusal names."""

Decision = Literal["out", "new"] | int
"""The decision on a row: leave it out, a new member, or the member with this key."""

Left = list[str]
"""The names of members not written because somebody else changed them meanwhile."""


def people_import_write(
    *, pending: PeopleImport, decisions: Mapping[int, Decision], seen: str, by: User | None
) -> tuple[PeopleImport, Left]:
    """Create the new members and correct the others. Return the import and those left because of other changes.

    `decisions`, by line, leave rows out and say who each doubtful row is. `seen` is the fingerprint of the preview that
    was decided on. Raise Refused if a doubtful row is undecided, if two people would have one card or one number in the
    book, or if the members have changed since.
    """
    # Outside the transaction, because the comparison of thousands of names would make other writes wait.
    looked_at = list_looked_at(PeopleImport.objects.filter(pk=pending.pk).first() or pending)
    with transaction.atomic():
        pending = lock_import(pending, PeopleImport.State.LOOKED_AT)
        if looked_at.fingerprint != seen:
            raise Refused(_("Somebody has changed a member meanwhile. Look at the list again, then import it."))
        new, changed = _meant(looked_at, decisions)
        _refuse_twice(new, changed)
        if not new and not changed:
            raise Refused(_("Nothing is left to import: every row is left out, or the same as what is here."))
        pending.state, pending.done = PeopleImport.State.IMPORTED, []
        pending.rows, pending.sheets = [], []
        pending.save()
    left: Left = []
    # A new member may get a card that another one gives up.
    in_slices(changes_together(changed), lambda some: _correct(pending, some, by, left))
    latest = max(looked_at.members, default=0)
    in_slices(new, lambda some: _make(pending, some, by, left, latest))
    pending.refresh_from_db()
    return pending, left


def people_import_undo(*, pending: PeopleImport, by: User | None) -> tuple[PeopleImport, Left]:
    """Undo an import. Raise Refused if anything else has changed one of its members since.

    Return the import and those left because somebody changed them during the undoing. An interrupted undoing can be
    continued.
    """
    with transaction.atomic():
        pending = lock_import(pending, PeopleImport.State.IMPORTED)
    members = [entry["player"] for entry in pending.done if entry["before"] is None]
    changed = [
        MemberChange(entry["player"], entry["after"], entry["before"]) for entry in pending.done if entry["before"]
    ]
    if touched := _touched(pending, [entry["player"] for entry in pending.done], made=members):
        raise Refused(
            _("This can no longer be undone. Since the import something else has touched: %(names)s.")
            % {"names": ", ".join(_names_of(touched)[:NAMED])}
        )
    left: Left = []
    # First, so that members get back the cards that the new ones have now.
    in_slices(members, lambda some: _take_away(pending, some, by, left))
    in_slices(changes_together(changed), lambda some: _give_back(pending, some, by, left))
    with transaction.atomic():
        pending = lock_import(pending, PeopleImport.State.IMPORTED)
        pending.state, pending.done = PeopleImport.State.UNDONE, []
        pending.save()
    return pending, left


def _meant(looked_at: ImportPreview, decisions: Mapping[int, Decision]) -> tuple[list[Fields], list[MemberChange]]:
    """Return the new members and the changes. If two rows change the same member, the later row comes last."""
    new: list[Fields] = []
    changes: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
    for row in looked_at.verdicts:
        decision = _decision(row, decisions.get(row.line))
        if row.person is None or decision == "out":  # equivalent `decision == 'out'`: so is what names nobody
            continue
        if decision == "new":
            new.append(row.person.fields)
            _refuse_contradiction(row.line, row.person.fields, {})
            continue
        member = looked_at.members[int(decision)]
        before, after = changes.setdefault(member.key, ({}, {}))
        for name, (was, value) in changes_of(row.person, member).items():
            before[name], after[name] = was, value
        _refuse_contradiction(row.line, after, member.fields)
    return new, [MemberChange(key, before, after) for key, (before, after) in changes.items() if after]


def _decision(row: ListVerdict, value: Decision | None) -> Decision:
    if row.verdict in (Verdict.UNREADABLE, Verdict.SAME) or value == "out":
        return "out"
    if row.verdict is not Verdict.DOUBTFUL:
        return "new" if row.member is None else row.member
    if value == "new" or value in row.choices:
        return value
    raise Refused(_("Row %(line)s is not decided: say who it is, or leave it out.") % {"line": row.line})


def _refuse_contradiction(line: int, after: Fields, before: Fields) -> None:
    """Raise Refused if a member's book would contradict itself after a row, as the secretary has decided on it."""
    if fault := fault_after(line, after, before):
        raise Refused(
            _("Row %(line)s: %(fault)s. Correct the list, or leave the row out.")
            % {"line": line, "fault": fault_sentence(fault).rstrip(".")}
        )


def _refuse_twice(new: Sequence[Fields], changed: Sequence[MemberChange]) -> None:
    """Raise Refused if two people would have the same card, or the same number in the book."""
    cards = _twice("card", new, changed, Player.objects.exclude(card="").values_list("card", "pk"))
    if cards:
        raise Refused(
            _("Two people would have the same card: %(cards)s. Leave one of them out, or correct the card.")
            % {"cards": cards}
        )
    numbers = _twice("number", new, changed, Membership.objects.exclude(number=None).values_list("number", "pk"))
    if numbers:
        raise Refused(
            _(
                "Two people would have the same number in the book: %(numbers)s. Leave one of them out, or correct the "
                "number."
            )
            % {"numbers": numbers}
        )


def _twice(
    name: str, new: Iterable[Fields], changed: Sequence[MemberChange], holders: Iterable[tuple[Any, int]]
) -> str:
    """Return the values of a field that two people would have, the first few; `holders` have them now."""
    given = [fields[name] for fields in (*new, *(change.after for change in changed)) if fields.get(name)]
    given_up = {change.key for change in changed if name in change.after}
    held, times = dict(holders), Counter(given)
    twice = {value for value in given if times[value] > 1 or held.get(value) not in (None, *given_up)}
    return ", ".join(map(str, sorted(twice)[:NAMED]))


def _correct(pending: PeopleImport, groups: Sequence[list[MemberChange]], by: User | None, left: Left) -> None:
    pending = lock_import(pending, PeopleImport.State.IMPORTED)
    written = members_change(groups, reason=pending.reason, by=by)
    left += _names_of(_keys_of(groups) - {change.key for change in written})
    pending.done += [{"player": change.key, "before": change.before, "after": change.after} for change in written]
    pending.save(update_fields=["done"])


def _make(pending: PeopleImport, people: Sequence[Fields], by: User | None, left: Left, latest: int) -> None:
    """Create members, except those created meanwhile, with keys after `latest`."""
    pending = lock_import(pending, PeopleImport.State.IMPORTED)
    came = Player.objects.filter(pk__gt=latest, search_name__in=[search_key(_name(person)) for person in people])
    ours = {entry["player"] for entry in pending.done}
    names = {name for key, name in came.values_list("pk", "search_name") if key not in ours}
    holders = Player.objects.filter(card__in=[fields["card"] for fields in people if fields.get("card")])
    cards = set(holders.values_list("card", flat=True))
    numbered = Membership.objects.filter(number__in=[fields["number"] for fields in people if fields.get("number")])
    numbers = set(numbered.values_list("number", flat=True))
    meant: list[Fields] = []
    for person in people:
        name = _name(person)
        if search_key(name) in names or person.get("card") in cards or person.get("number") in numbers:
            left.append(name)
        else:
            meant.append(person)
    members = members_make(meant, reason=pending.reason, by=by)
    pending.done += [
        {"player": player.pk, "before": None, "after": dict(fields)}
        for player, fields in zip(members, meant, strict=True)
    ]
    pending.save(update_fields=["done"])


def _take_away(pending: PeopleImport, keys: Sequence[int], by: User | None, left: Left) -> None:
    lock_import(pending, PeopleImport.State.IMPORTED, with_list=False)
    touched = _touched(pending, keys, made=keys)
    left += _names_of(touched)
    members_remove([key for key in keys if key not in touched], reason=pending.undoing, by=by)


def _give_back(pending: PeopleImport, groups: Sequence[list[MemberChange]], by: User | None, left: Left) -> None:
    lock_import(pending, PeopleImport.State.IMPORTED, with_list=False)
    keys = _keys_of(groups)
    latest, touched = _latest_reasons(keys), _touched(pending, keys)
    there = [
        [change for change in group if change.key not in touched and latest.get(change.key) == pending.reason]
        for group in groups
    ]
    written = members_change(there, reason=pending.undoing, by=by)
    left += _names_of(touched | _keys_of(there) - {change.key for change in written})


def _keys_of(groups: Iterable[Sequence[MemberChange]]) -> set[int]:
    return {change.key for group in groups for change in group}


def _touched(pending: PeopleImport, keys: Collection[int], *, made: Collection[int] = ()) -> set[int]:
    """Return those changed since the import or its undoing, their book too, and those created that have references."""
    latest = _latest_reasons(keys)
    here = set(Player.objects.filter(pk__in=keys).values_list("pk", flat=True))
    ours = {key for key in keys if latest.get(key) == (pending.reason if key in here else pending.undoing)}
    given_back = {key for key in here if latest.get(key) == pending.undoing}
    return set(keys) - ours - given_back | _books_changed(pending, keys) | _named_elsewhere(made)


def _books_changed(pending: PeopleImport, keys: Collection[int]) -> set[int]:
    """Return those whose book somebody else has changed since the list wrote or restored the member."""
    reasons = (pending.reason, pending.undoing)
    ours = Player.history.filter(id__in=keys, history_change_reason__in=reasons).order_by("history_id")
    written = dict(ours.values_list("id", "history_date"))
    rows = Membership.history.filter(player_id__in=keys).order_by("history_id")
    latest = {key: rest for key, *rest in rows.values_list("player_id", "history_date", "history_change_reason")}
    return {
        key
        for key, (at, reason) in latest.items()
        if reason not in reasons and at > written[key]  # equivalent `at >= written[key]`: no two are of one moment
    }


def _latest_reasons(keys: Collection[int]) -> dict[int, str]:
    rows = Player.history.filter(id__in=keys).order_by("history_id").values_list("id", "history_change_reason")
    return {key: reason or "" for key, reason in rows}


def _named_elsewhere(keys: Collection[int]) -> set[int]:
    """Return those to which anything in the database refers beside the book, which goes with them."""
    named: set[int] = set()
    for model, field in relations_to_players():
        if model is Membership:
            continue
        named |= set(model._base_manager.filter(**{f"{field}__in": keys}).values_list(field, flat=True))
    return named


def _names_of(keys: Collection[int]) -> list[str]:
    """Return their present or last names."""
    rows = Player.history.filter(id__in=keys).order_by("history_id").values_list("id", "last_name", "first_name")
    return sorted({key: f"{last} {first}".strip() for key, last, first in rows}.values())


def _name(fields: Fields) -> str:
    return f"{fields['last_name']} {fields.get('first_name', '')}".strip()
