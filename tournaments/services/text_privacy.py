"""The erasure of members from free text: reasons, announcements, teams."""

import re
from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any, Final

from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import CharField, F, Field, ForeignKey, JSONField, Model, Q, TextField

from accounts.models import JournalEntry
from tournaments.models import MemberWord, Player, PlayerMerge, Season, Tournament
from tournaments.people.traces import Traces

ROOMS: Final = ("tournaments", "scoring")
"""The apps whose models hold free text."""
BY_THEMSELVES: Final = frozenset((Player, MemberWord, PlayerMerge))
"""The models from which a member is erased field by field."""
PLAIN: Final = re.compile(r"[0-9A-Za-z]+")
"""Other signs may stand between the words of a name in a text, and other letters be written otherwise there."""


def texts_forget(traces: Traces, instead: str) -> None:
    """Replace the names, contacts and cards that belong to one person only.

    All tables are searched, histories and future models included. Run this inside a service's transaction.
    """
    looked_for = _fragments(traces)
    if not looked_for:
        return
    for model in _models():
        texts = [field for field in model._meta.concrete_fields if _is_free(field)]
        if texts:
            _forget_in(model, texts, looked_for, traces, instead)


def _models() -> Iterator[Any]:
    yield JournalEntry
    for room in ROOMS:
        for model in apps.get_app_config(room).get_models():
            if getattr(model, "instance_type", model) not in BY_THEMSELVES:
                yield model


def _is_free(field: "Field[Any, Any]") -> bool:
    return isinstance(field, CharField | TextField | JSONField) and not field.choices


def _fragments(traces: Traces) -> set[str]:
    """Return strings of which every text to change contains one, as the database finds them: plain letters alone.

    That of a name without any plain letter is empty, and in every text.
    """
    names = (
        name
        for name in traces.names
        if name.first and name.key not in traces.shared  # equivalent `name.key not in traces.shared`: speed alone
    )
    runs = (PLAIN.findall(name.last) or PLAIN.findall(name.first) or [""] for name in names)
    figures = (re.sub(r"\D", "", mark)[-2:] if mark.isdecimal() else mark for mark in traces.marks)
    return {*(max(of_a_name, key=len) for of_a_name in runs), *figures}


def _forget_in(model: Any, texts: list[Any], looked_for: set[str], traces: Traces, instead: str) -> None:
    conditions = (Q(**{f"{field.attname}__icontains": item}) for field in texts for item in looked_for)
    stored = model._base_manager.filter(reduce(or_, conditions)).order_by("pk")
    changed = []
    for row in stored.values("pk", *(field.attname for field in texts)).iterator():
        new = {field.attname: _without(row[field.attname], traces, instead) for field in texts}
        new = {name: text for name, text in new.items() if text != row[name]}
        if new:
            _write(model, row["pk"], new)
            changed.append(row["pk"])
    if changed:
        _count_revisions_up(model, changed)


def _without(value: Any, traces: Traces, instead: str) -> Any:
    if isinstance(value, str):
        return traces.taken_out(value, instead)
    if isinstance(value, list):
        return [_without(item, traces, instead) for item in value]
    if isinstance(value, dict):
        return {traces.taken_out(key, instead): _without(item, traces, instead) for key, item in value.items()}
    return value


def _write(model: Any, key: int, texts: dict[str, Any]) -> None:
    """Write the texts, cut to the fields' lengths, and with the row's key if they must be unique."""
    fields = {name: model._meta.get_field(name) for name in texts}
    fitting = {name: _cut(text, fields[name].max_length) for name, text in texts.items()}
    try:
        with transaction.atomic():
            model._base_manager.filter(pk=key).update(**fitting)
    except IntegrityError:
        numbered = {name: f"{key} {text}" if isinstance(text, str) else text for name, text in texts.items()}
        model._base_manager.filter(pk=key).update(
            **{name: _cut(text, fields[name].max_length) for name, text in numbered.items()}
        )


def _cut(text: Any, longest: int | None) -> Any:
    return text[:longest] if isinstance(text, str) else text


def _count_revisions_up(model: Any, keys: list[int]) -> None:
    """Count up the revision of the tournaments and seasons that show these rows."""
    for shows in (Tournament, Season):
        way = _way_to(model, shows)
        if way is not None:
            owners = model._base_manager.filter(pk__in=keys).values(way) if way else keys
            shows._base_manager.filter(pk__in=owners).update(revision=F("revision") + 1)


def _way_to(model: type[Model], shows: type[Model], *, steps: int = 3) -> str | None:
    """Return the path of foreign keys from a row to `shows`; None if there is none, empty if the row is one itself."""
    if model is shows:
        return ""
    if steps == 0:
        return None
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey) and field.related_model not in (Player, model):
            further = _way_to(field.related_model, shows, steps=steps - 1)
            if further is not None:
                return "__".join(filter(None, (field.name, further)))
    return None
