"""The log on the terminal: it contains no line forged by a visitor, and no secret address."""

import logging

import pytest
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from burraco_club.logs import LineFormatter, RequestFilter
from tests.scoring.free_games.tables import make_game


@pytest.mark.parametrize("sign", ["\n", "\r\n", "\x1b[2J", "\u2028", "\u202e", "\x85"])
def test_nobody_writes_a_line_of_their_own(sign: str) -> None:
    formatter = LineFormatter("{levelname}: {message}", style="{")
    record = logging.LogRecord("any", logging.WARNING, "", 0, "asked for %s", (f"à la carte{sign}2026 forged",), None)
    text = formatter.format(record)
    assert text.startswith("WARNING: asked for à la carte\\") and text.endswith("2026 forged")
    assert text.isprintable()


@pytest.mark.django_db
def test_a_refusal_by_django_itself_tells_no_secret_address(caplog: pytest.LogCaptureFixture) -> None:
    game = make_game()
    caplog.handler.addFilter(RequestFilter())
    refused = Client(enforce_csrf_checks=True).post(reverse("game_undo", args=[game.secret]))
    assert refused.status_code == 403
    (line,) = [record for record in caplog.records if record.name == "django.security.csrf"]
    assert isinstance(line.request, HttpRequest)  # type: ignore[attr-defined]
    assert game.secret not in caplog.text and "games/<secret:secret>/" in caplog.text
