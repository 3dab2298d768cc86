"""A tournament from JSON: everything is read and checked first, then written in one transaction."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from scoring.engine.hand import HandEnd
from scoring.engine.ruleset import RuleSet
from scoring.engine.violations import InvalidNotation
from scoring.messages import violation_sentence
from scoring.services import read_entry, ruleset_for
from tournaments.models import Adjustment, Hand, Pair, Player, Round, Table, Tournament
from tournaments.names import search_key
from tournaments.records import Outcome, Policy, RoundSettings, System, TieBreak
from tournaments.round_settings import settings_to_json
from tournaments.scale_names import fault_sentence
from tournaments.services.results import ABSENCES, HandEntry, judge_slip, make_hands
from tournaments.services.tournaments import RESERVED_SLUGS, usual_minutes
from tournaments.victory_points import MP_STEP, InvalidScale, absence_allowance, parse_scale

from .reading import InterchangeError, Node
from .tournament_out import FORMAT, VERSION


def tournament_import(*, text: str, slug: str | None = None) -> Tournament:
    """Take a tournament in, under its own slug or another; raises `InterchangeError` and then nothing is written."""
    node = Node(_parse(text))
    top = node.members(required=("format", "version", "tournament", "players", "pairs", "rounds", "adjustments"))
    if top["format"].value != FORMAT:
        raise top["format"].expected(FORMAT)
    if top["version"].value != VERSION:
        raise top["version"].expected(str(VERSION))
    tournament = _read_tournament(top["tournament"], slug)
    rules = _read_rules(top["tournament"])
    with transaction.atomic():
        tournament.save()
        players = _import_players(top["players"])
        pairs = _import_pairs(top["pairs"], tournament, players)
        rounds = _import_rounds(top["rounds"], tournament, pairs, rules)
        _import_adjustments(top["adjustments"], tournament, pairs, rounds)
    return tournament


def _parse(text: str) -> object:
    def once(members: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(members)
        if len(found) < len(members):
            keys = [key for key, _value in members]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise InterchangeError(twice, _("this key stands twice in one object"))
        return found

    try:
        return json.loads(text, object_pairs_hook=once)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InterchangeError("", _("this is not JSON: %(error)s") % {"error": error}) from error


def _read_tournament(node: Node, slug: str | None) -> Tournament:
    given = node.members(
        required=(
            *("name", "slug", "date", "venue", "kind", "ruleset", "options", "hands_per_round", "rounds_planned"),
            *("scale", "tie_breaks", "rest", "seed", "state"),
        ),
        optional=("absence", "minutes", "entry"),
    )
    try:
        scale = parse_scale(given["scale"].value)
    except InvalidScale as error:
        raise given["scale"].fail(fault_sentence(error)) from error
    hands = given["hands_per_round"].integer(least=1, most=20)
    rest = given["rest"].members(required=("vp", "mp"))
    absence = absence_allowance(scale, hands)
    absence_vp, absence_mp = absence.vp, absence.mp
    if "absence" in given:
        members = given["absence"].members(required=("vp", "mp"))
        absence_vp, absence_mp = members["vp"].integer(least=0, most=scale.total), members["mp"].integer()
    entry = given["entry"].choice(*Tournament.Entry.values) if "entry" in given else Tournament.Entry.SLIP
    minutes = given["minutes"].integer(least=0, most=600) if "minutes" in given else usual_minutes(hands)
    return Tournament(
        name=given["name"].text(empty=False, longest=120),
        slug=_free_slug(given["slug"], slug),
        date=given["date"].day(),
        venue=given["venue"].text(longest=120),
        kind=given["kind"].choice(*Tournament.Kind.values),
        ruleset=given["ruleset"].text(longest=40),
        options=given["options"].value,
        hands_per_round=hands,
        rounds_planned=given["rounds_planned"].integer(least=1, most=100),
        round_minutes=minutes,
        scale=given["scale"].value,
        tie_breaks=_read_tie_breaks(given["tie_breaks"]),
        rest_vp=rest["vp"].integer(least=0, most=scale.total),
        rest_mp=rest["mp"].integer(least=0),
        absence_vp=absence_vp,
        absence_mp=absence_mp,
        entry=entry,
        seed=given["seed"].integer(least=0, most=2**31 - 1),
        state=given["state"].choice(*Tournament.State.values),
    )


def _free_slug(node: Node, wanted: str | None) -> str:
    slug = node.text(empty=False, longest=140) if wanted is None else wanted
    if slug != slugify(slug) or not slug:
        raise node.fail(_("a slug has small letters, digits and hyphens only"))
    if slug in RESERVED_SLUGS or Tournament.objects.filter(slug=slug).exists():
        raise node.fail(_("the slug %(slug)s is taken: choose another with --slug") % {"slug": slug})
    return slug


def _read_tie_breaks(node: Node) -> list[str]:
    criteria = [item.choice(*TieBreak) for item in node.items()]
    if not criteria or len(set(criteria)) < len(criteria):
        raise node.fail(_("name each criterion once, and at least one"))
    return criteria


def _read_rules(node: Node) -> RuleSet:
    given: dict[str, Any] = node.value  # type: ignore[assignment]
    try:
        return ruleset_for(given["ruleset"], given["options"])
    except ValueError as error:
        raise InterchangeError(f"{node.path}.ruleset", str(error)) from error


def _import_players(node: Node) -> dict[int, Player]:
    """Every player of the file as a member: one the club knows (same card, or same name and club) or a new one."""
    players: dict[int, Player] = {}
    claimed: set[int | None] = set()
    known = _known_players()
    for item in node.items():
        given = item.members(required=("id", "first_name", "last_name", "club", "card"))
        number = given["id"].integer(least=1)
        if number in players:
            raise given["id"].fail(_("this id stands twice"))
        player = Player(
            first_name=given["first_name"].text(longest=80),
            last_name=given["last_name"].text(empty=False, longest=80),
            club=given["club"].text(longest=120),
            card=given["card"].text(longest=30),
        )
        players[number] = _same_player(player, known, claimed, item) or player
        claimed.add(players[number].pk)
    for player in players.values():
        player.search_name = search_key(player.full_name)
    Player.objects.bulk_create(player for player in players.values() if player.pk is None)
    return players


def _known_players() -> dict[tuple[str, str], list[Player]]:
    known: dict[tuple[str, str], list[Player]] = {}
    for player in Player.objects.all():
        known.setdefault(("card", player.card), []).append(player)
        known.setdefault((player.search_name, player.club), []).append(player)
    return known


def _same_player(
    player: Player, known: Mapping[tuple[str, str], list[Player]], claimed: Collection[int | None], node: Node
) -> Player | None:
    if player.card:
        for other in known.get(("card", player.card), []):
            if other.search_name != search_key(player.full_name) or other.pk in claimed:
                raise node.fail(_("card %(card)s belongs to %(player)s") % {"card": player.card, "player": other})
            return other
    for other in known.get((search_key(player.full_name), player.club), []):
        if other.pk not in claimed and not (other.card and player.card):
            if player.card:
                other.card = player.card
                other.save()
            return other
    return None


def _import_pairs(node: Node, tournament: Tournament, players: Mapping[int, Player]) -> dict[int, Pair]:
    pairs: dict[int, Pair] = {}
    seated: dict[int, int] = {}
    for item in node.items():
        given = item.members(required=("number", "players", "status"))
        number = given["number"].integer(least=1)
        if number in pairs:
            raise given["number"].fail(_("pair %(pair)s stands twice") % {"pair": number})
        ids = [(each, each.integer()) for each in given["players"].items()]
        if len(ids) != 2:
            raise given["players"].expected(_("two players"))
        for each, player in ids:
            if player not in players:
                raise each.fail(_("no player has the id %(id)s") % {"id": player})
            if player in seated:
                raise each.fail(
                    _("%(player)s plays already in pair %(number)s")
                    % {"player": players[player], "number": seated[player]}
                )
            seated[player] = number
        pairs[number] = Pair(
            tournament=tournament,
            number=number,
            player1=players[ids[0][1]],
            player2=players[ids[1][1]],
            status=given["status"].choice(*Pair.Status.values),
        )
    bulk_create_with_history(list(pairs.values()), Pair)
    return pairs


def _import_rounds(node: Node, tournament: Tournament, pairs: Mapping[int, Pair], rules: RuleSet) -> dict[int, Round]:
    read = [_read_round(item, tournament, position) for position, item in enumerate(node.items(), start=1)]
    for round_, tables_node in read[:-1]:
        if round_.state != Round.State.CLOSED:
            raise tables_node.fail(_("only the last round may be open"))
    _check_state(node, tournament, [round_ for round_, _tables in read])
    bulk_create_with_history([round_ for round_, _tables in read], Round)
    tables: list[tuple[Table, Node]] = []
    for round_, tables_node in read:
        tables += _read_tables(tables_node, round_, pairs)
    bulk_create_with_history([table for table, _hands in tables], Table)
    hands: list[Hand] = []
    for table, hands_node in tables:
        hands += _read_hands(hands_node, table, tournament, rules)
    bulk_create_with_history(hands, Hand)
    return {round_.number: round_ for round_, _tables in read}


def _check_state(node: Node, tournament: Tournament, rounds: Collection[Round]) -> None:
    states = {round_.state for round_ in rounds}
    if tournament.state == Tournament.State.REGISTRATION and states - {Round.State.DRAFT}:
        raise InterchangeError("tournament.state", _("rounds have been played, so registration is over"))
    over = tournament.state in (Tournament.State.CHECKING, Tournament.State.FINAL)
    if over and states != {Round.State.CLOSED}:
        raise node.fail(_("play is over, so every round must be closed"))


def _read_round(node: Node, tournament: Tournament, position: int) -> tuple[Round, Node]:
    given = node.members(required=("number", "system", "seed", "state", "tables"), optional=("step", "policy"))
    if given["number"].integer() != position:
        raise given["number"].expected(str(position))
    round_ = Round(
        tournament=tournament,
        number=position,
        system=given["system"].choice(*System),
        settings=settings_to_json(
            RoundSettings(
                step=given["step"].integer(least=0, most=10_000) if "step" in given else None,
                policy=Policy(given["policy"].choice(*Policy)) if "policy" in given else Policy.TOP_DOWN,
            )
        ),
        seed=given["seed"].integer(least=0, most=2**31 - 1),
        state=given["state"].choice(*Round.State.values),
    )
    return round_, given["tables"]


def _read_tables(node: Node, round_: Round, pairs: Mapping[int, Pair]) -> list[tuple[Table, Node]]:
    tables: list[tuple[Table, Node]] = []
    seated: set[int] = set()
    for position, item in enumerate(node.items(), start=1):
        given = item.members(required=("number", "ns", "ew", "outcome", "hands"))
        if given["number"].integer() != position:
            raise given["number"].expected(str(position))
        ns = _seat(given["ns"], pairs, seated)
        ew = None if given["ew"].value is None else _seat(given["ew"], pairs, seated)
        outcome = given["outcome"].choice(*Outcome)
        if (ew is None) != (outcome == Outcome.REST):
            raise given["outcome"].fail(_("a pair alone at its table, written as ns, rests; nobody else does"))
        if outcome == Outcome.OPEN and round_.state == Round.State.CLOSED:
            raise given["outcome"].fail(_("the round is closed, so every table needs its result"))
        tables.append((Table(round=round_, number=position, ns=ns, ew=ew, outcome=outcome), given["hands"]))
    return tables


def _seat(node: Node, pairs: Mapping[int, Pair], seated: set[int]) -> Pair:
    number = node.integer()
    if number not in pairs:
        raise node.fail(_("no pair has the number %(pair)s") % {"pair": number})
    if number in seated:
        raise node.fail(_("pair %(pair)s sits twice in this round") % {"pair": number})
    seated.add(number)
    return pairs[number]


def _read_hands(node: Node, table: Table, tournament: Tournament, rules: RuleSet) -> list[Hand]:
    items = list(node.items())
    entries = [_read_hand(item) for item in items]
    expected = tournament.hands_per_round if table.outcome == Outcome.PLAYED else 0
    if table.outcome in ABSENCES:
        expected = min(len(entries), tournament.hands_per_round - 1)
    if len(entries) != expected:
        raise node.fail(_("expected %(hands)s hands, got %(got)s") % {"hands": expected, "got": len(entries)})
    judgement = judge_slip(rules, entries)
    if judgement.faults:
        number, violation = judgement.faults[0]
        raise items[number - 1].fail(violation_sentence(violation, hand_number=number))
    return make_hands(table, entries, judgement)


def _read_hand(node: Node) -> HandEntry:
    given = node.members(required=("end", "ns", "ew"))
    try:
        return HandEntry(
            HandEnd(given["end"].choice(*HandEnd)),
            read_entry(given["ns"].value, given["ns"].path),
            read_entry(given["ew"].value, given["ew"].path),
        )
    except InvalidNotation as error:  # its message begins with the path
        raise InterchangeError("", str(error)) from error


def _import_adjustments(
    node: Node, tournament: Tournament, pairs: Mapping[int, Pair], rounds: Mapping[int, Round]
) -> None:
    rows = []
    for item in node.items():
        given = item.members(required=("round", "pair", "mp", "vp", "reason"), optional=("article",))
        number, pair = given["round"].integer(), given["pair"].integer()
        if number not in rounds:
            raise given["round"].fail(_("there is no round %(round)s") % {"round": number})
        if pair not in pairs:
            raise given["pair"].fail(_("no pair has the number %(pair)s") % {"pair": pair})
        rows.append(
            Adjustment(
                tournament=tournament,
                round=rounds[number],
                pair=pairs[pair],
                mp=given["mp"].integer(),
                vp=given["vp"].integer(),
                reason=given["reason"].text(empty=False),
                article=given["article"].text(longest=40) if "article" in given else "",
            )
        )
        if not rows[-1].mp and not rows[-1].vp:
            raise item.fail(_("an adjustment changes MP or VP"))
        if rows[-1].mp % MP_STEP:
            raise given["mp"].fail(_("not a multiple of %(step)s") % {"step": MP_STEP})
    bulk_create_with_history(rows, Adjustment)
