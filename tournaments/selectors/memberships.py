"""What the club's book says of members."""

from typing import Any, Final

from django.db.models import Field, Max

from tournaments.models import Membership, Player

BOOK_FIELDS: Final = (
    *("number", "admitted_on", "left_on", "born_on", "tax_code", "address", "card_kind", "card_year"),
    *("data_consent_on", "pictures_consent_on", "messages_consent_on", "mail_consent_on"),
)
"""The fields of a membership, in the order of the form."""


def membership_of(player: Player) -> Membership:
    """Return what the book says of a member, or an empty membership that is not saved."""
    return Membership.objects.filter(player=player).first() or Membership(player=player)


def book_values(membership: Membership) -> list[tuple[Field[Any, Any], Any]]:
    """Return the fields of a membership in their order, each with its value."""
    return [(Membership._meta.get_field(name), getattr(membership, name)) for name in BOOK_FIELDS]  # type: ignore[misc]


def next_number() -> int:
    """Return the next free number: one more than the highest, because the book leaves no number to somebody else."""
    highest: int | None = Membership.objects.aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1


def numbered(number: int) -> Player | None:
    """Return whose number this is."""
    membership = Membership.objects.filter(number=number).select_related("player").first()
    return membership.player if membership else None
