"""A sender of emails that is killed at any moment: nobody gets an email twice, and none is lost without a word.

`BURRACO_KILLS=200 python -m pytest tests/faults/test_mail_kills.py` is the long run.
"""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.utils import timezone

from tests.smtp_server import SmtpServer, smtp_server
from tests.tournaments.services.mailing import evening, member, set_up
from tournaments.models import Mail
from tournaments.records.club_messages import MessageKind
from tournaments.services import message_mail
from tournaments.services.mail_delivery import LONGEST_SENDING, mails_settle

KILLS = int(os.environ.get("BURRACO_KILLS", 30))

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(settings: Any) -> Iterator[SmtpServer]:
    with smtp_server() as running:
        set_up(settings, running)
        yield running


def database_url() -> str:
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{facts['NAME']}"
    host, port = facts["HOST"] or "127.0.0.1", facts["PORT"] or 5432
    return f"postgres://{facts['USER']}:{facts['PASSWORD']}@{host}:{port}/{facts['NAME']}"


def sender(server: SmtpServer) -> "subprocess.Popen[str]":
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "burraco_club.settings",
        "DATABASE_URL": database_url(),
        "BURRACO_DATA": str(django_settings.DATA_DIR),
        "SECRET_KEY": django_settings.SECRET_KEY,
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(server.port),
        "EMAIL_USE_TLS": "0",
        "DEFAULT_FROM_EMAIL": "circolo@burraco.example",
        "BURRACO_EMAILS_A_MINUTE": "100000",
    }
    command = [sys.executable, "-m", "tests.mail_sender_process"]
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_email_is_sent_once_through_kills_of_its_sender(server: SmtpServer) -> None:
    many = 8 * KILLS
    for at in range(many):
        member(f"Rossi{at}", f"rossi{at}@people.example", agreed_on=timezone.localdate())
    message_mail(tournament=evening(), kind=MessageKind.INVITATION, text="Vieni?", who="anna")
    moment, killed = Random(KILLS), 0
    with sender(server) as process:
        assert process.stdin and process.stdout

        def run() -> int:
            assert process.stdin and process.stdout
            process.stdin.write("send\n")
            process.stdin.flush()
            return int(process.stdout.readline())

        for _kill in range(KILLS):
            # From before its first email until it has sent a handful.
            enough = len(server.taken) + moment.randint(0, 6)
            child = run()
            while len(server.taken) < enough:
                assert is_running(child), "the sender ended by itself, before it had sent so many"
                time.sleep(0.001)
            time.sleep(moment.random() * 0.01)
            os.kill(child, signal.SIGKILL)
            killed += int(process.stdout.readline()) == signal.SIGKILL
        assert killed == KILLS
        run()
        assert int(process.stdout.readline()) == 0
        process.stdin.close()
    mails_settle(at=timezone.now() + 2 * LONGEST_SENDING)

    arrived = Counter(to for to, _message in server.taken)
    assert set(arrived.values()) == {1}
    assert len({message["Message-ID"] for _to, message in server.taken}) == len(server.taken)
    states = dict(Mail.objects.values_list("address", "state"))
    assert set(states.values()) == {Mail.State.SENT, Mail.State.UNSURE} and len(states) == many
    for address, state in states.items():
        assert arrived[address] == 1 or state == Mail.State.UNSURE
    assert 0 < sum(state == Mail.State.UNSURE for state in states.values()) <= KILLS
