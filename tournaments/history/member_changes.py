"""What the journal tells about one member, as a part of what the club keeps of them."""

from django.utils.translation import gettext as _

from tournaments.models import Membership, MembershipFee, Player, PlayerMerge
from tournaments.records.personal_data import DataColumn, DataPart

from .edits import EditType, edits_of
from .fee_sentences import FEE_FIELDS, tell_fee
from .journal_lines import JournalLine
from .journal_sentences import MEMBERSHIP_FIELDS, PLAYER_FIELDS, tell_membership, tell_players


def member_changes(player: Player) -> DataPart:
    """Return the changes of a member, of the club's book and of fees, the oldest first, without who made them.

    They include those of members who were merged into this one.
    """
    keys = [player.pk, *PlayerMerge.objects.filter(kept=player).values_list("gone", flat=True)]
    edits = edits_of(Player.history.filter(id__in=keys), PLAYER_FIELDS)
    lines = [tell_players([edit]) for edit in edits if edit.type is not EditType.CHANGED or edit.changed]
    books = edits_of(Membership.history.filter(player_id__in=keys), MEMBERSHIP_FIELDS)
    lines += [tell_membership(edit) for edit in books if edit.type is not EditType.CHANGED or edit.changed]
    lines += [tell_fee(edit) for edit in edits_of(MembershipFee.history.filter(player_id__in=keys), FEE_FIELDS)]
    lines.sort(key=lambda line: line.at)
    columns = [DataColumn(key="at", label=_("when")), DataColumn(key="change", label=_("change"))]
    rows = [(line.at, _in_words(line)) for line in lines]
    return DataPart(key="changes", title=_("What the journal says"), columns=columns, rows=rows)


def _in_words(line: JournalLine) -> str:
    changes = [
        f"{change.label}: {' → '.join(filter(None, (change.before, change.after)))}".removesuffix(": ")
        for change in line.differences
    ]
    return "; ".join([line.headline, *changes])
