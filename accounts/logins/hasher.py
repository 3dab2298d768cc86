"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class ClubArgon2(Argon2PasswordHasher):
    """Argon2id with what OWASP's password storage cheat sheet asks for at least: 19 MiB, twice, one lane.

    Django's own wants 100 MiB and eight threads of a laptop that serves a hall meanwhile.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
