"""The people who play."""

from collections.abc import Collection, Iterable
from typing import Any, Final

from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.people.names import LONGEST_WORD, search_key, search_words, with_initial

from .history import LastingHistoryManager

SEARCHED: Final = ("last_name", "first_name", "club", "card")
"""The fields by which a member is found."""
KEYS_A_QUERY: Final = 500
"""The number of members read at once, because databases limit the values of a query."""


class PlayerQuerySet(models.QuerySet["Player"]):
    """A query set that also writes the search words of members written in bulk."""

    @transaction.atomic
    def bulk_create(self, *args: Any, **kwargs: Any) -> "list[Player]":
        players: list[Player] = super().bulk_create(*args, **kwargs)
        MemberWord.objects.bulk_create(
            MemberWord(player=player, word=word) for player in players for word in player.search_words
        )
        return players

    @transaction.atomic
    def update(self, **kwargs: Any) -> int:
        """`bulk_update` calls this too."""
        if kwargs.keys().isdisjoint(SEARCHED):
            return super().update(**kwargs)
        keys = list(self.values_list("pk", flat=True))
        changed = super().update(**kwargs)
        for at in range(0, len(keys), KEYS_A_QUERY):
            write_words(Player.objects.filter(pk__in=keys[at : at + KEYS_A_QUERY]).only(*SEARCHED))
        return changed

    update.alters_data = True  # type: ignore[attr-defined]


class Player(models.Model):
    """A player: a member of this club or a guest. Duplicates are merged by hand, never silently."""

    class State(models.TextChoices):
        ACTIVE = "active", _("member")
        GUEST = "guest", _("guest")
        LEFT = "left", _("has left")

    class Shown(models.TextChoices):
        FULL = "full", _("in full: Rossi Anna")
        SHORT = "short", _("with an initial: Rossi A.")
        HIDDEN = "hidden", _("with an initial, and without a page of one’s own")

    last_name = models.CharField(_("last name"), max_length=80)
    first_name = models.CharField(_("first name"), max_length=80, blank=True)
    club = models.CharField(_("club"), max_length=120, blank=True)
    card = models.CharField(
        _("card number"), max_length=30, blank=True, help_text=_("The federation's card, with its leading zeros.")
    )
    contact = models.CharField(_("contact"), max_length=120, blank=True)
    """An email address or a telephone number: on no public page, in an export only on request."""
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    category = models.CharField(_("category"), max_length=40, blank=True)
    """A name of the club's own: seniors, juniors, first series."""
    province = models.CharField(_("province"), max_length=40, blank=True)
    region = models.CharField(_("region"), max_length=40, blank=True)
    """The home of the player or of the player's club, as a federation names it: `MI`, `Lombardia`."""
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.ACTIVE)
    shown = models.CharField(_("name shown in public"), max_length=8, choices=Shown.choices, default=Shown.FULL)
    forgotten = models.BooleanField(default=False, editable=False)
    """Whether the person was erased: only results remain, and they are shown as nobody's."""
    search_name = models.CharField(max_length=3_000, editable=False, db_index=True)
    """Longer than the name if a letter expands to several: `ß`, `ﬃ`."""

    objects = PlayerQuerySet.as_manager()
    history = HistoricalRecords(history_manager=LastingHistoryManager, excluded_fields=["search_name", "forgotten"])

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["last_name", "first_name", "pk"]
        indexes = [
            # The lists leave out who is forgotten, and count whom they show.
            models.Index(fields=["search_name"], condition=Q(forgotten=False), name="player_by_name"),
            models.Index(fields=["state", "search_name"], condition=Q(forgotten=False), name="player_by_state"),
            models.Index(fields=["category", "search_name"], condition=Q(forgotten=False), name="player_by_category"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["card"],
                condition=~Q(card=""),
                name="player_card_unique",
                violation_error_message=_("Another player has this card number."),
            ),
            models.CheckConstraint(
                condition=Q(birth_year__isnull=True) | Q(birth_year__gte=1900, birth_year__lte=2100),
                name="player_birth_year_of_our_time",
                violation_error_message=_("The year of birth has four digits: 1956, say."),
            ),
        ]

    def __str__(self) -> str:
        return self.full_name

    def save(self, *args: object, **kwargs: object) -> None:
        self.search_name = search_key(self.full_name)
        with transaction.atomic(savepoint=False):
            super().save(*args, **kwargs)  # type: ignore[arg-type]
            write_words([self])

    @property
    def full_name(self) -> str:
        """Return the name, last name first: `Rossi Anna`."""
        return f"{self.last_name} {self.first_name}".strip()

    @property
    def public_name(self) -> str:
        """Return the name for public pages: `Rossi Anna`, or `Rossi A.`"""
        return public_name_of(self.last_name, self.first_name, self.shown)

    @property
    def may_have_public_page(self) -> bool:
        """Return whether the player neither was erased nor asked that the public page be hidden."""
        return not self.forgotten and self.shown != self.Shown.HIDDEN

    @property
    def search_words(self) -> Collection[bytes]:
        """Return the words by which the member is found, as `MemberWord` stores them."""
        return {word.encode() for word in search_words(*(getattr(self, field) for field in SEARCHED))}


def public_name_of(last: str, first: str, shown: str) -> str:
    """Return the name of a member for public pages; `shown` as the member wants it."""
    return f"{last} {first}".strip() if shown == Player.Shown.FULL else with_initial(last, first)


class MemberWord(models.Model):
    """A word of a member's name, club or card. A search by its beginning uses an index.

    Among 50,000 members it takes 1 ms to find a word that nobody has and 101 ms for a beginning that everybody has;
    reading everybody's words takes 83 and 13 ms. Among 5,000 neither takes more than 14 ms.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="words", db_index=False)
    word = models.BinaryField(max_length=4 * LONGEST_WORD)
    """In UTF-8: bytes have the same order in every database, whatever its language."""

    class Meta:
        verbose_name = _("word of a member")
        verbose_name_plural = _("words of members")
        constraints = [models.UniqueConstraint(fields=["player", "word"], name="member_word_once")]
        indexes = [models.Index(fields=["word", "player"], name="member_by_word")]

    def __str__(self) -> str:
        return bytes(self.word).decode()


def write_words(players: Iterable[Player]) -> None:
    """Write the current search words of these members. Call this in the transaction that changes them."""
    meant = {player.pk: player.search_words for player in players}
    stored = MemberWord.objects.filter(player__in=meant).values_list("pk", "player", "word")
    keys = {(player, bytes(word)): pk for pk, player, word in stored}
    wanted = {(player, word) for player, words in meant.items() for word in words}
    if gone := [pk for key, pk in keys.items() if key not in wanted]:
        MemberWord.objects.filter(pk__in=gone).delete()
    MemberWord.objects.bulk_create(MemberWord(player_id=player, word=word) for player, word in wanted - keys.keys())
