"""A free game (partita libera) and its hands, found by a secret address only."""

from secrets import choice

from django.db import models
from django.db.models import Q
from django.urls import reverse

SECRET_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Lower-case letters and digits that cannot be mistaken for each other when a link is read aloud."""
SECRET_LENGTH = 26
"""The length of a key. With 31 characters it has 128 bits, so that nobody finds a game by trying."""


def new_secret() -> str:
    return "".join(choice(SECRET_SIGNS) for _sign in range(SECRET_LENGTH))


class FreeGame(models.Model):
    """A table of two, three, four or six. Everybody who has its address can read and write it."""

    secret = models.CharField(max_length=SECRET_LENGTH, unique=True, default=new_secret, editable=False)
    players = models.JSONField()
    """The names, clockwise. Among four, the first and the third are partners, and so are the two others; among six
    partners sit at equal distances, too."""
    first_dealer = models.PositiveSmallIntegerField(default=0)
    """The dealer of the first hand, as an index of the players."""
    ruleset = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    """Differences from the preset, including the game's own target. They stay as they were when the game began."""
    ruleset_name = models.CharField(max_length=120, blank=True)
    """The club's name for its own ruleset; empty for a preset."""
    started_at = models.DateTimeField(db_index=True)
    begun_from = models.CharField(max_length=32, blank=True)
    """A mark for the address that began the game, to limit the games of one address. It is not the address itself."""
    stopped_at = models.DateTimeField(null=True, blank=True)
    """The time at which the players ended the game before anybody had won."""
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rematch")

    class Meta:
        ordering = ["-started_at", "-pk"]

    def __str__(self) -> str:
        return ", ".join(self.players)

    @property
    def address(self) -> str:
        """Return the game's address.

        It is not `get_absolute_url`: the administration links to that, and this is secret.
        """
        return reverse("game", args=[self.secret])


class FreeGameHand(models.Model):
    """One deal of a game as it was entered, and the engine's result."""

    game = models.ForeignKey(FreeGame, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    seating = models.JSONField()
    """The indexes of each side's parties: `[[2], [0, 1]]` if the third of three players played alone."""
    entry = models.JSONField()
    """The hand as `score_hand` takes it, without the ruleset, which belongs to the game."""
    lines = models.JSONField()
    """The lines of each side's score."""
    half_points = models.JSONField()
    """Twice the points of each party: partners of a three-player hand share an odd score in exact halves."""
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="free_game_hand_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="free_game_hand_number_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.number}"
