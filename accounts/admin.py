"""The administration shows the access log, for reading only. Accounts have pages of their own."""

from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest
from django_otp.plugins.otp_totp import admin as totp_admin
from django_otp.plugins.otp_totp.models import TOTPDevice

from .models import Access

# Importing these registers the models they show, whatever the order of the apps.
REGISTERED = (auth_admin, totp_admin)
for elsewhere in (User, Group, TOTPDevice):
    admin.site.unregister(elsewhere)


@admin.register(Access)
class AccessAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("at", "name", "address", "outcome")
    list_filter = ("outcome",)
    search_fields = ("name", "address")
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
