"""The readers of the pages."""

import pytest
from django.test import Client

from accounts.models import Role
from tests.factories import make_account


@pytest.fixture
def referee(db: None) -> Client:
    """A browser in which Anna is logged in."""
    client = Client()
    client.force_login(make_account())
    return client


@pytest.fixture
def administrator(db: None) -> Client:
    """A browser in which Carla is logged in, who has all rights."""
    client = Client()
    client.force_login(make_account("carla", Role.ADMINISTRATOR))
    return client
