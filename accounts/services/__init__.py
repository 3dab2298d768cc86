"""Services for accounts, passwords, sessions and tokens."""

from .accounts import account_change, account_create, sessions_delete_old, sessions_end
from .device_codes import device_code, device_sign
from .logins import log_in
from .passwords import link_make, link_owner, password_change, password_choose
from .second_factor import (
    has_second_factor,
    needs_code,
    second_factor_begin,
    second_factor_confirm,
    second_factor_remove,
)
from .tokens import token_create, token_of, token_revoke

__all__ = [
    "account_change",
    "account_create",
    "device_code",
    "device_sign",
    "has_second_factor",
    "link_make",
    "link_owner",
    "log_in",
    "needs_code",
    "password_change",
    "password_choose",
    "second_factor_begin",
    "second_factor_confirm",
    "second_factor_remove",
    "sessions_delete_old",
    "sessions_end",
    "token_create",
    "token_of",
    "token_revoke",
]
