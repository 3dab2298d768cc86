"""The hasher of passwords."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class ClubArgon2(Argon2PasswordHasher):
    """Argon2id with the minimum that OWASP's password storage cheat sheet recommends: 19 MiB, two passes, one lane.

    Django's default takes 100 MiB and eight threads of a laptop that serves a hall at the same time.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
