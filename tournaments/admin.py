"""The administration, for looking things up. Members may be corrected here; pages write everything else."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from simple_history.admin import SimpleHistoryAdmin

from pages.written_numbers import KEY_DIGITS, written_number

from .models import Club, Player, Tournament
from .services import player_change


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """An administration for reading: a write past the services would leave pages and history behind."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(ReadOnly):
    list_display = ("name",)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("last_name", "first_name", "club", "card")
    search_fields = ("search_name", "club", "card")

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        if change:
            player_change(player=obj, details=form.cleaned_data)
        else:
            super().save_model(request, obj, form, change)


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, SimpleHistoryAdmin):  # type: ignore[misc]
    list_display = ("name", "date", "kind", "state", "rounds_planned")
    list_filter = ("state", "kind")
    search_fields = ("name", "slug")

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        return super().history_view(request, _key(object_id), extra_context)

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: Any = None
    ) -> Any:
        # The form of simple-history would restore an older state of the tournament, past the services.
        if request.method == "POST":
            raise PermissionDenied("a state of the past is only looked at")
        return super().history_form_view(request, _key(object_id), _key(version_id), extra_context)


def _key(typed: str) -> str:
    """Return a row's key from an address, read as in Django's own administration.

    Simple-history reads it differently.
    """
    if written_number(typed, KEY_DIGITS) is None:
        raise Http404
    return typed
