"""Members compared with the words by which they are found."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.models import MemberWord, Player
from tournaments.models.players import SEARCHED

from .database import MOST


def word_faults() -> Iterator[str]:
    """Yield the members whose words do not match their names."""
    known: dict[int, set[bytes]] = {}
    for player, word in MemberWord.objects.values_list("player", "word").iterator():
        known.setdefault(player, set()).add(bytes(word))
    members = Player.objects.order_by("pk").only(*SEARCHED).iterator()
    wrong = [member for member in members if known.get(member.pk, set()) != set(member.search_words)]
    for member in wrong[:MOST]:
        yield _("%(member)s (member %(pk)s) is not found by name, club and card as they are now") % {
            "member": member,
            "pk": member.pk,
        }
    if len(wrong) > MOST:
        yield _("%(table)s: and more like these") % {"table": MemberWord._meta.db_table}
