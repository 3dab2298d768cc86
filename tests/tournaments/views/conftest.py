"""Who looks at the pages."""

import pytest
from django.contrib.auth.models import User
from django.test import Client


@pytest.fixture
def referee(db: None) -> Client:
    """A browser in which Anna is logged in."""
    client = Client()
    client.force_login(User.objects.create_user("anna"))
    return client
