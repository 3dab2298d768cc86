"""A free game (partita libera) and its hands, found by a secret address and by nothing else."""

from secrets import choice

from django.db import models
from django.db.models import Q
from django.urls import reverse

SECRET_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Small letters and figures of which none is taken for another when a link is read out."""
SECRET_LENGTH = 26
"""Of these 31 signs: 128 bits, so that nobody finds a game by trying."""


def new_secret() -> str:
    return "".join(choice(SECRET_SIGNS) for _sign in range(SECRET_LENGTH))


class FreeGame(models.Model):
    """A table of two, three or four. Whoever has its address looks at it and writes in it."""

    secret = models.CharField(max_length=SECRET_LENGTH, unique=True, default=new_secret, editable=False)
    players = models.JSONField()
    """The names, clockwise; of four, the first and the third are partners, and so are the two others."""
    first_dealer = models.PositiveSmallIntegerField(default=0)
    """Who deals the first hand, as an index of the players."""
    ruleset = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    """Differences from the preset, the game's own target among them: they stay what they were when it began."""
    ruleset_name = models.CharField(max_length=120, blank=True)
    """What the club calls its own ruleset; empty for a preset."""
    started_at = models.DateTimeField(db_index=True)
    begun_from = models.CharField(max_length=32, blank=True)
    """What stands for the address that began it, so that no address uses up everybody's games; not the address."""
    stopped_at = models.DateTimeField(null=True, blank=True)
    """When the players ended it before anybody had won."""
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rematch")

    class Meta:
        ordering = ["-started_at", "-pk"]

    def __str__(self) -> str:
        return ", ".join(self.players)

    @property
    def address(self) -> str:
        """Not `get_absolute_url`, for Django's administration leads from a row's number to that, and this is secret."""
        return reverse("game", args=[self.secret])


class FreeGameHand(models.Model):
    """One deal of a game, as it was entered, and what the engine made of it."""

    game = models.ForeignKey(FreeGame, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    seating = models.JSONField()
    """The parties of each side by index: `[[2], [0, 1]]` when the third of three players played alone."""
    entry = models.JSONField()
    """The hand as `score_hand` takes it, without the ruleset, which is the game's."""
    lines = models.JSONField()
    """For each side the lines of its score."""
    half_points = models.JSONField()
    """For each party twice its points: partners of a three-player hand share an odd score in exact halves."""
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="free_game_hand_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="free_game_hand_number_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.number}"
