"""Devices: their names, those on which somebody has logged in before, and those that somebody vouches for."""

import secrets
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

KNOWN, SALT = "known-device", "accounts.known-device"
KNOWN_FOR = timedelta(days=400)
"""The longest time that browsers keep a cookie."""
LET_IN_SALT = "accounts.let-in-device"  # equivalent: any salt of its own does
LET_IN_FOR = timedelta(minutes=20)
"""The time for which another user's vouching for a device lasts. A login on the device replaces it."""

BROWSERS = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox")),
    *(("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)
"""Substrings of a user agent with the names they stand for; the first match counts."""


def device_name(user_agent: str) -> str:
    """Return `Firefox · Android`, for example, or an empty string if neither is known."""
    names = (next((name for sign, name in known if sign in user_agent), "") for known in (BROWSERS, SYSTEMS))
    return " · ".join(filter(None, names))


def known_device(request: HttpRequest, name: str) -> str:
    """Return the device's mark if this user has logged in on it before, otherwise an empty string."""
    owner, sign = known_to(request.COOKIES.get(_cookie(name), "")) or ("", "")
    return sign if owner == name else ""


def known_to(cookie: str) -> tuple[str, str] | None:
    """Return the owner's name and the device's mark from its cookie, or None if the signature is not valid."""
    for salt, lasts in ((SALT, KNOWN_FOR), (LET_IN_SALT, LET_IN_FOR)):
        try:
            owner, sign = signing.loads(cookie, salt=salt, max_age=lasts)
        except signing.BadSignature:
            continue
        return str(owner), str(sign)
    return None


def is_known_to_anybody(request: HttpRequest) -> bool:
    """Return whether anybody has logged in on the device."""
    return any(known_to(cookie) for name, cookie in request.COOKIES.items() if name.startswith(KNOWN))


def remember_device(response: HttpResponse, name: str) -> HttpResponse:
    """Exempt later logins on this device from the delays that other devices cause for this name."""
    return _keep(response, name, signing.dumps([name, secrets.token_hex(8)], salt=SALT), KNOWN_FOR)


def let_in_device(response: HttpResponse, name: str, sign: str) -> HttpResponse:
    """Exempt this device from the delays that others cause for this name. The password is still required."""
    return _keep(response, name, signing.dumps([name, sign], salt=LET_IN_SALT), LET_IN_FOR)


def _keep(response: HttpResponse, name: str, value: str, lasts: timedelta) -> HttpResponse:
    response.set_cookie(
        _cookie(name),
        value,
        max_age=lasts,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def _cookie(name: str) -> str:
    """Return a cookie's name for each user, because several referees share the club's laptop."""
    return f"{KNOWN}-{sha256(name.encode()).hexdigest()[:8]}"
