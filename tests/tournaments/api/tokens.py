"""Tokens of programs for tests."""

from django.utils import timezone

from accounts.models import Program
from accounts.services import token_create


def token_for(scope: Program, name: str = "Tablet 3", *, days: int | None = None) -> dict[str, str]:
    """Return the header of a program with these rights."""
    _token, text = token_create(name=name, scope=scope, made_by="anna", at=timezone.now(), days=days)
    return {"Authorization": f"Bearer {text}"}
