"""A random club: somebody signs up, is imported, merged, renamed and unmerged, and in the end erased.

No two people share a word, so that a search for a word finds only its person.
"""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.utils import timezone

from pages.refusals import Refused
from tests.factories import make_tournament
from tournaments import services
from tournaments.models import Entry, PeopleImport, Player, PlayerMerge, Tournament
from tournaments.people.columns import columns_of
from tournaments.people.grid import grid_of_text
from tournaments.selectors.people_imports import list_looked_at
from tournaments.services.entries import SentEntry
from tournaments.services.merges import MERGED_FIELDS
from tournaments.views.hall.page_cache import PAGE_CACHE

REFUSALS = (Refused, ValidationError)
"""The refusals that a club may answer with."""


class Somebody:
    """A person whose words nobody else has."""

    def __init__(self, number: int, letter: str) -> None:
        self.last, self.first = f"{letter}anetti{number}q", f"{letter}udovica{number}q"
        self.renamed = f"{letter}ordoni{number}q"
        self.mail, self.phone = f"{letter}{number}@posta.example", f"347{number:05}{ord(letter) % 100:02}"
        self.lasts = [self.last]
        """The person's last names, as the club knows them."""
        self.card = f"{letter}C{number:06}"

    @property
    def words(self) -> list[str]:
        return [self.last, self.first, self.renamed, self.mail, self.phone, self.card]

    def typed(self, rng: Random) -> str:
        """Return the name as people write it."""
        last = rng.choice(self.lasts)
        spelled = rng.choice([f"{last} {self.first}", f"{self.first} {last}", f"{last}, {self.first}"])
        return rng.choice([spelled, spelled.lower(), spelled.upper()])


class Walk:
    """Random acts, any of which may be refused, on `who`, the person to erase, and on `double`, a duplicate of them."""

    def __init__(self, number: int, by: Client, account: User) -> None:
        self.rng, self.by, self.account = Random(number), by, account
        self.who, self.double = Somebody(number, "Z"), Somebody(number, "D")
        self.others = [Somebody(number, letter) for letter in "QW"]
        self.tournaments = [self._opened() for _ in range(2)]
        self.done: list[str] = []

    def acts(self) -> list[Callable[[], object]]:
        return [
            *(self.make, self.enter, self.enter, self.enter, self.accept, self.accept, self.accept_all),
            *(self.refuse, self.withdraw, self.move_up, self.change_pair, self.delete_pair, self.come_back),
            *(self.join_singles, self.rename, self.bring_in_a_list, self.take_list_back, self.look_at_a_list),
            *(self.merge, self.part, self.put_away, self.bring_back, self.delete_for_good, self.announce),
            *(self.look_at_pages, self.join_team, self.state, self.restate),
            *(self.look_for_partner, self.look_for_partner, self.offer, self.offer, self.offer, self.offer),
            *(self.answer_offer, self.answer_offer, self.withdraw_offer),
        ]

    def go(self, steps: int) -> None:
        for _step in range(steps):
            act = self.rng.choice(self.acts())
            try:
                act()
                self.done.append(act.__name__)
            except REFUSALS:
                pass

    def forget(self) -> list[str]:
        """Erase everybody with the name through the page, and return the words that must not be found any longer."""
        who, other = self.rng.choice([(self.who, self.double), (self.double, self.who)])
        if not _called(who):
            services.player_create(details={"last_name": who.last, "first_name": who.first})
        both = bool({player.pk for player in _called(who)} & {player.pk for player in _called(other)})
        for player in _called(who):
            assert self.by.post(f"/en/players/{player.pk}/forget/").status_code == 302
        self.done.append(f"forget {who.first}")
        return [*who.words, *(other.words if both and not _called(other) else [])]

    # The club's acts

    def make(self) -> None:
        mark = self.rng.choice([{"contact": f"{self.who.phone}, {self.who.mail}"}, {"card": self.who.card}, {}])
        services.player_create(details={"last_name": self.who.last, "first_name": self.who.first, **mark})

    def rename(self) -> None:
        player = self._member()
        last = self.rng.choice([self.who.last, self.who.renamed])
        services.player_change(player=player, details={"last_name": last})
        # After a merge, the member may have the double's first name, which is another name.
        if player.first_name == self.who.first:
            self.who.lasts = sorted({*self.who.lasts, last})

    def bring_in_a_list(self) -> None:
        pending = self.look_at_a_list()
        judged = list_looked_at(pending)
        decisions: dict[int, Any] = {row.line: self.rng.choice(["new", "out", *row.choices]) for row in judged.verdicts}
        services.people_import_write(pending=pending, decisions=decisions, seen=judged.fingerprint, by=self.account)

    def look_at_a_list(self) -> PeopleImport:
        people = [self.who, self.rng.choice(self.others)]
        lines = [f"{person.last};{person.first};{person.card};{person.mail}" for person in people]
        rows = grid_of_text("\n".join(["Cognome;Nome;Tessera;Email", *lines]))
        assert columns_of(rows).name_somebody
        return services.people_import_begin(
            rows=rows, file_name=f"{self.who.first} {self.who.last}.csv", by=self.account, at=timezone.now()
        )

    def take_list_back(self) -> None:
        done = self._one(PeopleImport.objects.filter(state=PeopleImport.State.IMPORTED))
        services.people_import_undo(pending=done, by=self.account)

    def merge(self) -> None:
        double = Player.objects.filter(last_name=self.double.last).first() or services.player_create(
            details={"last_name": self.double.last, "first_name": self.double.first, "contact": self.double.mail}
        )
        keep, gone = self.rng.sample([self._member(), double], 2)
        chosen = {name: getattr(self.rng.choice([keep, gone]), name) for name in MERGED_FIELDS}
        services.players_merge(keep=keep, gone=gone, details=chosen, by=self.account, at=timezone.now())

    def part(self) -> None:
        if merge := PlayerMerge.objects.exclude(fields={}).first():
            services.players_part(merge=merge, at=timezone.now())

    # Acts on a tournament

    def enter(self) -> None:
        people = [self.who, *self.rng.sample(self.others, self.rng.choice([0, 1, 1, 1]))]
        self.rng.shuffle(people)
        services.entry_make(
            tournament=self._tournament(),
            sent=SentEntry(
                names=tuple(person.typed(self.rng) for person in people),
                club=self.rng.choice(["", "Aurora"]),
                contact=self.rng.choice([self.who.mail, self.who.phone, "0832 999999"]),
                form=f"{self.rng.random()}",
                sender=f"{self.rng.random()}",
            ),
            at=timezone.now(),
        )

    def look_for_partner(self) -> None:
        """Enter somebody alone, who is shown."""
        services.entry_make(tournament=self._tournament(), sent=self._alone(), at=timezone.now())

    def offer(self) -> None:
        """Offer to play with somebody who looks for a partner, as the person or as somebody else."""
        services.offer_make(wanted=self._entry(looking=True), sent=self._alone(), at=timezone.now())

    def answer_offer(self) -> None:
        offer = self._entry(state=Entry.State.PROPOSED)
        if self.rng.random() < 0.7:
            services.offer_accept(offer=offer)
        else:
            services.offer_decline(offer=offer)

    def withdraw_offer(self) -> None:
        offer = self._entry(answers__isnull=False)
        services.offer_withdraw(offer=offer, joined=self.rng.random() < 0.5)

    def accept(self) -> None:
        """Sometimes choose members for the names, perhaps a wrong one for the first."""
        entry = self._entry()
        players: tuple[Any, ...] = ()
        if self.rng.random() < 0.4 and len(entry.names) == 2:
            players = tuple(self.rng.sample([self._member(), *(self._known(other) for other in self.others)], 2))
        services.entry_accept(entry=entry, players=players)

    def accept_all(self) -> None:
        services.entries_accept_all(tournament=self._tournament())

    def refuse(self) -> None:
        services.entry_refuse(entry=self._entry())

    def withdraw(self) -> None:
        services.entry_withdraw(entry=self._entry())

    def move_up(self) -> None:
        services.entry_move_up(entry=self._entry())

    def change_pair(self) -> None:
        pair = self._one(self._tournament().pairs.all())
        people = self.rng.sample([self._member(), *(self._known(other) for other in self.others)], 2)
        services.pair_change(pair=pair, players=people)

    def delete_pair(self) -> None:
        services.pair_delete(pair=self._one(self._tournament().pairs.all()))

    def come_back(self) -> None:
        pair = self._one(self._tournament().pairs.all())
        services.pair_set_status(pair=pair, status=self.rng.choice(["withdrawn", "expected"]))

    def join_singles(self) -> None:
        first, *others = self._tournament().singles.all() or [self._one([])]
        services.singles_pair(one=first, other=self._one(others))

    def join_team(self) -> None:
        pair = self._one(self._tournament().pairs.all())
        services.pair_change(pair=pair, team=f"Amici di {self.who.first} {self.who.last}")

    def announce(self) -> None:
        """Announce something with the person's data in the club's book."""
        player = self._member()
        text = f"Auguri a {self.who.typed(self.rng)} ({player.card}), tel. {player.contact}!"
        services.tournament_announce(tournament=self._tournament(), text=text)

    def state(self) -> None:
        """Write a referee's statement that names the person in every text."""
        names = {name: f"{self.who.typed(self.rng)}: {name}" for name in ("facts", "heard", "decision", "referee")}
        services.incident_add(tournament=self._tournament(), details=names)

    def restate(self) -> None:
        tournament = self._tournament()
        statement = self._one(tournament.incidents.all())
        player = self._member()
        heard = f"{statement.heard}\n{player}: {player.contact} {player.card}"
        services.incident_change(incident=statement, details={"heard": heard})

    def put_away(self) -> None:
        services.tournament_delete(tournament=self._tournament(), by=self.account, at=timezone.now())

    def bring_back(self) -> None:
        for tournament in Tournament.everything.filter(deleted_at__isnull=False)[:1]:
            services.tournament_bring_back(tournament=tournament)

    def delete_for_good(self) -> None:
        for tournament in Tournament.everything.filter(deleted_at__isnull=False)[:1]:
            services.tournament_delete_for_good(tournament=tournament)
            self.tournaments = [*self.tournaments, self._opened()]

    def look_at_pages(self) -> None:
        tournament = self._tournament()
        for page in ("", "people/", "enter/"):
            Client().get(f"/t/{tournament.slug}/{page}")

    # People and places

    def _opened(self) -> Tournament:
        kind = self.rng.choice(["pairs", "teams"])
        tournament = make_tournament(pairs=2, here=False, kind=kind, name=f"Serata {Tournament.everything.count()}")
        terms = {"is_open": True, "places": self.rng.choice([None, 3, 4]), "list_shown": True}
        services.entry_terms_set(tournament=tournament, terms=terms | {"without_yes": self.rng.random() < 0.3})
        return tournament

    def _tournament(self) -> Tournament:
        mine = Tournament.objects.filter(pk__in=[tournament.pk for tournament in self.tournaments])
        return self.rng.choice([*mine] or [self._opened()])

    def _alone(self) -> SentEntry:
        person = self.rng.choice([self.who, *self.others])
        return SentEntry(
            names=(person.typed(self.rng),),
            club="",
            contact=self.who.mail if person is self.who else "0832 999999",
            looking=True,
            form=f"{self.rng.random()}",
            sender=f"{self.rng.random()}",
        )

    def _entry(self, **only: Any) -> Entry:
        return self._one(Entry.objects.filter(tournament__in=self.tournaments, **only))

    def _one(self, rows: Iterable[Any]) -> Any:
        there = [*rows]
        if not there:
            raise Refused("there is none")
        return self.rng.choice(there)

    def _member(self) -> Player:
        named: Player = self._one(Player.objects.filter(last_name__in=[self.who.last, self.who.renamed]))
        return named

    def _known(self, somebody: Somebody) -> Player:
        return services.player_find_or_create(text=f"{somebody.last}, {somebody.first}")


def _called(somebody: Somebody) -> list[Player]:
    """Return the members who have or had the person's name, or were merged with somebody who had it."""
    found = []
    for player in Player.objects.all():
        merged = PlayerMerge.objects.filter(kept=player).values_list("gone", flat=True)
        ever = Player.history.filter(id__in=[player.pk, *merged]).values_list("last_name", "first_name")
        if any(somebody.first.casefold() in " ".join(name).casefold() for name in ever):
            found.append(player)
    return found


def found_in_data_folder(words: list[str]) -> list[str]:
    """Return each word found in a file of the database, in a row or in a cached page."""
    found = [
        f"{where}: {word}"
        for where, content in (*_files(), *_pages(), *_rows())
        for word in words
        if word.casefold().encode() in content
    ]
    return found


def _files() -> Iterator[tuple[str, bytes]]:
    if connection.vendor == "sqlite":
        file = Path(settings.DATABASES["default"]["NAME"])
        for path in file.parent.glob(f"{file.name}*"):
            yield path.name, path.read_bytes().lower()


def _pages() -> Iterator[tuple[str, bytes]]:
    for key, page in PAGE_CACHE._pages.items():
        yield f"page {key.address}", gzip.decompress(page.gzipped).lower()


def _rows() -> Iterator[tuple[str, bytes]]:
    for model in apps.get_models():
        if model._meta.app_label in ("tournaments", "scoring", "accounts"):
            for row in model._base_manager.values():
                values = {name: bytes(value) if isinstance(value, memoryview) else value for name, value in row.items()}
                text = json.dumps(values, default=str, ensure_ascii=False).casefold()
                yield f"{model._meta.db_table} {row.get('id', row.get('history_id'))}", text.encode()
