"""The changes of slips by phones, from each table's log."""

from collections.abc import Collection, Iterable, Mapping

from tournaments.models import PhoneLog, Tournament
from tournaments.slips.device_letters import letters_of

from .changes import Change, ChangeKind
from .edits import Edit, EditType
from .time_spans import TimeSpan

UNTOLD = (PhoneLog.Event.ENTER, PhoneLog.Event.PHOTO)
"""Entering a code writes nothing; a photo is only for those who look at its table."""


def phone_changes(
    tournament: Tournament,
    stretch: TimeSpan,
    *,
    seats: Mapping[int, frozenset[int]],
    written: Collection[int] | None,
) -> Iterable[Change]:
    """Return the acts of phones, and of the referee on their slips; of consecutive figures only the first.

    The tables are those with acts in that time, `written` if they are known; their earlier acts identify the phones.
    `seats` has the numbers of those who sit at each table, by its key. At most one query.
    """
    ever = PhoneLog.objects.filter(table__round__tournament=tournament)
    if written is None:
        log = ever.filter(table_id__in=ever.filter(stretch.of("at")).values("table_id"))
    else:
        log = PhoneLog.objects.filter(table_id__in=written)
    rows = (
        log.filter(TimeSpan(until=stretch.until).of("at"))
        .order_by("table_id", "pk")
        .values_list("pk", "table_id", "table__round__number", "table__number", "at", "event", "line", "device")
    )
    devices: dict[int, list[str]] = {}
    before: tuple[int, str, str] | None = None
    for pk, key, round_, table, at, event, line, device in rows:
        of_table = devices.setdefault(key, [])
        of_table.append(device)
        goes_on = event == PhoneLog.Event.TYPE and before == (key, event, device)
        before = (key, event, device)
        if goes_on or event in UNTOLD:
            continue
        values = {"event": event, "line": line, "phone": letters_of(of_table).get(device, "")}
        edit = Edit(type=EditType.ADDED, id=pk, row=pk, at=at, who="", reason="", values=values, before={})
        pairs = seats.get(key, frozenset())
        yield Change(kind=ChangeKind.PHONES, edits=(edit,), round=round_, table=table, pairs=pairs)
