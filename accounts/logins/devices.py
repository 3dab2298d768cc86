"""Devices: what they call themselves, and those on which somebody has logged in before."""

import secrets
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

KNOWN, SALT = "known-device", "accounts.known-device"
KNOWN_FOR = timedelta(days=400)
"""As long as browsers keep a cookie."""

BROWSERS = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox")),
    *(("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)
"""A sign in what a browser calls itself, and the name for it; the first that fits is meant."""


def device_name(user_agent: str) -> str:
    """`Firefox · Android`; empty for what says neither."""
    names = (next((name for sign, name in known if sign in user_agent), "") for known in (BROWSERS, SYSTEMS))
    return " · ".join(filter(None, names))


def known_device(request: HttpRequest, name: str) -> str:
    """The device's own sign if somebody of that name has logged in on it before; otherwise empty."""
    owner, sign = known_to(request.COOKIES.get(_cookie(name), "")) or ("", "")
    return sign if owner == name else ""


def known_to(kept: str) -> tuple[str, str] | None:
    """Whose device it is, and its sign, by the cookie that it kept; None for one that is not ours."""
    try:
        owner, sign = signing.loads(kept, salt=SALT, max_age=KNOWN_FOR)
    except signing.BadSignature:
        return None
    return str(owner), str(sign)


def is_known_to_anybody(request: HttpRequest) -> bool:
    """Whether somebody has logged in on the device, whoever it was."""
    return any(known_to(kept) for name, kept in request.COOKIES.items() if name.startswith(KNOWN))


def remember_device(response: HttpResponse, name: str) -> HttpResponse:
    """Let whoever logged in come back on this device whatever others try with the name."""
    response.set_cookie(
        _cookie(name),
        signing.dumps([name, secrets.token_hex(8)], salt=SALT),
        max_age=KNOWN_FOR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def _cookie(name: str) -> str:
    """One for each name: two referees share the club's laptop."""
    return f"{KNOWN}-{sha256(name.encode()).hexdigest()[:8]}"
