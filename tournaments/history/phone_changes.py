"""What was done to slips from phones, as changes: out of the log that each table has of them."""

from collections.abc import Iterable, Mapping

from tournaments.models import PhoneLog, Tournament
from tournaments.phone_slips.letters import letters_of

from .changes import Change, ChangeKind
from .edits import Edit, EditType
from .stretches import Stretch

UNTOLD = (PhoneLog.Event.ENTER, PhoneLog.Event.PHOTO)
"""Nothing is written by giving a code; and of a photo only those who look at its table know."""


def phone_changes(tournament: Tournament, stretch: Stretch, *, seats: Mapping[int, frozenset[int]]) -> Iterable[Change]:
    """What phones did, and the referee to what they had written; of figures one after the other the first alone.

    Of the tables at which phones did something in that time: what they did before says which phone is which.
    `seats`: the numbers of those who sit at each table, by its key. One query.
    """
    log = PhoneLog.objects.filter(table__round__tournament=tournament)
    rows = (
        log.filter(Stretch(until=stretch.until).of("at"), table_id__in=log.filter(stretch.of("at")).values("table_id"))
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
