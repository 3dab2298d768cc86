"""Who may do what, who is logged in where, who tried to log in, and the club's journal."""

from .accounts import Account, Role, must_change_password, role_of
from .journal import JournalEntry
from .logins import Access, FailedLogins, LoginNotice, Session

__all__ = [
    "Access",
    "Account",
    "FailedLogins",
    "JournalEntry",
    "LoginNotice",
    "Role",
    "Session",
    "must_change_password",
    "role_of",
]
