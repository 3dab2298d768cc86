"""Programs with tokens, as tests need them."""

from django.utils import timezone

from accounts.models import Program
from accounts.services import token_create


def token_for(scope: Program, name: str = "Tablet 3", *, days: int | None = None) -> dict[str, str]:
    """The header of a program that may do so much."""
    _token, text = token_create(name=name, scope=scope, made_by="anna", at=timezone.now(), days=days)
    return {"Authorization": f"Bearer {text}"}
