"""Every state, every actor, every act: its result, and that nobody agrees alone."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from tournaments.records import Line
from tournaments.slips.states import (
    Act,
    Actor,
    Office,
    Phone,
    Refusal,
    SlipProgress,
    SlipState,
    Write,
    after_write,
    transition,
)
from tournaments.slips.tiles import LATE_AFTER, Colour, Tile, tile_of
from tournaments.wording.phone_slips import unsettled_sentence

NS, EW = Phone(Line.NS, "a"), Phone(Line.EW, "b")
NS_SECOND, EW_LENT = Phone(Line.NS, "c"), Phone(Line.EW, "a", passed_over=True)
EW_CHEAT = Phone(Line.EW, "a")
ACTORS: tuple[Actor, ...] = (NS, EW, NS_SECOND, EW_LENT, EW_CHEAT, *Office)
VERSION, OLD = 5, 4

BY_NS = SlipProgress(version=VERSION, line=Line.NS, device="a")
SLIPS = {
    "empty": SlipProgress(version=VERSION),
    "draft": replace(BY_NS, state=SlipState.DRAFT),
    "nobody's draft": replace(BY_NS, state=SlipState.DRAFT, device=""),
    "sent": replace(BY_NS, state=SlipState.SENT),
    "contested": replace(BY_NS, state=SlipState.DISPUTED),
    "agreed": replace(BY_NS, state=SlipState.AGREED, agreed=True),
    "called": replace(BY_NS, state=SlipState.DISPUTED, agreed=True),
    "decided": replace(BY_NS, state=SlipState.DECIDED),
    "locked": replace(BY_NS, state=SlipState.LOCKED, agreed=True),
}
"""One slip of each kind that the acts distinguish, written by NS on phone `a`."""

R = Refusal
WRITES = {"empty": "draft", "draft": "same", "nobody's draft": R.OTHER_PHONE, "sent": "draft", "contested": "draft"}
SENDS = {"empty": "sent", "draft": "sent", "nobody's draft": R.OTHER_PHONE, "sent": "sent", "contested": "sent"}
SECOND_PHONE = dict.fromkeys(("draft", "nobody's draft", "sent", "contested"), R.OTHER_PHONE)
OTHER_LINE = {"draft": R.OTHER_PHONE, "nobody's draft": R.OTHER_PHONE, "sent": R.OTHER_LINE, "contested": R.OTHER_LINE}
NOTHING_SENT = dict.fromkeys(("empty", "draft", "nobody's draft"), R.NOTHING_SENT)
NEVER_AGREED = dict.fromkeys(("empty", "draft", "nobody's draft", "sent", "contested"), R.NOT_AGREED)
AGREED = {"agreed": R.AGREED, "called": R.AGREED}
DONE = {"decided": R.DECIDED, "locked": R.LOCKED}
UNTOUCHED = dict.fromkeys(SLIPS, "same")

EXPECTED: dict[tuple[Actor, Act], dict[str, str]] = {
    (NS, Act.TYPE): WRITES | AGREED | DONE,
    (NS, Act.SEND): SENDS | AGREED | DONE,
    (NS_SECOND, Act.TYPE): {"empty": "draft"} | SECOND_PHONE | AGREED | DONE,
    (NS_SECOND, Act.SEND): {"empty": "sent"} | SECOND_PHONE | AGREED | DONE,
    (NS, Act.TAKE_OVER): {
        **{"empty": R.NOTHING_WRITTEN, "draft": "same", "nobody's draft": "draft"},
        **{"sent": "draft", "contested": "draft"},
    }
    | AGREED
    | DONE,
    (NS_SECOND, Act.TAKE_OVER): {
        **{"empty": R.NOTHING_WRITTEN, "draft": "draft", "nobody's draft": "draft"},
        **{"sent": "draft", "contested": "draft"},
    }
    | AGREED
    | DONE,
    (Office.REFEREE, Act.DECIDE): dict.fromkeys(SLIPS, "decided") | {"locked": "same"},
    (Office.REFEREE, Act.REOPEN): UNTOUCHED
    | {"agreed": "draft", "called": "draft", "decided": "draft", "locked": R.LOCKED},
    (Office.ROUND, Act.CLOSE): dict.fromkeys(SLIPS, "locked"),
}
for phone in (EW, EW_LENT, EW_CHEAT):
    EXPECTED[phone, Act.TYPE] = {"empty": "draft"} | OTHER_LINE | AGREED | DONE
    EXPECTED[phone, Act.SEND] = {"empty": "sent"} | OTHER_LINE | AGREED | DONE
    EXPECTED[phone, Act.TAKE_OVER] = (
        {"empty": R.NOTHING_WRITTEN, "draft": "draft", "nobody's draft": "draft"}
        | {"sent": R.OTHER_LINE, "contested": R.OTHER_LINE}
        | AGREED
        | DONE
    )
    EXPECTED[phone, Act.AGREE] = (
        NOTHING_SENT | {"sent": "agreed", "contested": "agreed", "agreed": "same", "called": R.AGREED} | DONE
    )
    EXPECTED[phone, Act.CONTEST] = NOTHING_SENT | {"sent": "disputed", "contested": "same"} | AGREED | DONE
for phone in (NS, NS_SECOND):
    EXPECTED[phone, Act.AGREE] = (
        NOTHING_SENT | dict.fromkeys(("sent", "contested", "agreed"), R.OWN_LINE) | {"called": R.AGREED} | DONE
    )
    EXPECTED[phone, Act.CONTEST] = NOTHING_SENT | {"sent": R.OWN_LINE, "contested": R.OWN_LINE} | AGREED | DONE
for phone in (NS, EW, NS_SECOND, EW_LENT, EW_CHEAT):
    EXPECTED[phone, Act.CALL] = NEVER_AGREED | {"agreed": "disputed", "called": "same"} | DONE

BOUND_TO_A_VERSION = {
    (NS, Act.TYPE): ("sent", "contested"),
    (NS, Act.SEND): ("sent", "contested"),
    **{(phone, Act.AGREE): ("sent", "contested", "agreed") for phone in (EW, EW_LENT, EW_CHEAT)},
    **{(phone, Act.CONTEST): ("sent", "contested") for phone in (EW, EW_LENT, EW_CHEAT)},
    (NS, Act.TAKE_OVER): ("nobody's draft", "sent", "contested"),
    (NS_SECOND, Act.TAKE_OVER): ("draft", "nobody's draft", "sent", "contested"),
    **{(phone, Act.TAKE_OVER): ("draft", "nobody's draft") for phone in (EW, EW_LENT, EW_CHEAT)},
}
"""The slips on which an act from an older version is refused; on others the version does not matter."""


def test_every_act_of_everybody_on_every_slip() -> None:
    for actor, act, (name, slip) in product(ACTORS, Act, SLIPS.items()):
        expected = EXPECTED.get((actor, act), {}).get(name, R.NOT_THEIRS)
        text = f"{actor} {act} on {name}"
        after = transition(slip, actor, act, VERSION)
        if isinstance(expected, Refusal):
            assert after is expected, text
            continue
        assert isinstance(after, SlipProgress), text
        assert (after == slip) if expected == "same" else (after.state == expected), text
        old = transition(slip, actor, act, OLD)
        assert old == (R.OLDER if name in BOUND_TO_A_VERSION.get((actor, act), ()) else after), text


def test_what_was_seen_before_is_void_once_figures_or_writers_change() -> None:
    for actor, act, slip in product(ACTORS, Act, SLIPS.values()):
        after = transition(slip, actor, act, VERSION)
        if isinstance(after, SlipProgress) and (after.line, after.device, after.state) != (
            slip.line,
            slip.device,
            slip.state,
        ):
            stays = act in (Act.AGREE, Act.CONTEST, Act.CALL, Act.CLOSE)
            assert after.version == VERSION + (not stays), (actor, act, slip)


def test_a_confirmation_remembers_whether_the_phone_was_passed_over() -> None:
    agreed = {phone: transition(SLIPS["sent"], phone, Act.AGREE, VERSION) for phone in (EW, EW_LENT, EW_CHEAT)}
    assert {phone: slip.one_phone for phone, slip in agreed.items() if isinstance(slip, SlipProgress)} == {
        EW: False,
        EW_LENT: False,
        EW_CHEAT: True,
    }


def reached_by(*actors: Actor) -> set[SlipProgress]:
    """Return every slip that these actors can reach from an empty one, with versions modulo 2."""

    def after(slip: SlipProgress) -> Iterator[SlipProgress]:
        for actor, act, version in product(actors, Act, (slip.version, slip.version + 1)):
            came = transition(slip, actor, act, version)
            if isinstance(came, SlipProgress):
                yield replace(came, version=came.version % 2)

    found, new = set[SlipProgress](), {SlipProgress()}
    while new:
        found |= new
        new = {written for slip in new for written in after(slip)} - found
    return found


def test_nobody_agrees_alone() -> None:
    """However many phones a line has, and whatever the round does, nothing is agreed without the other line."""
    for alone in ((NS, NS_SECOND), (EW, EW_LENT, EW_CHEAT)):
        found = reached_by(*alone, Office.ROUND)
        assert not any(slip.agreed or slip.state in (SlipState.AGREED, SlipState.DECIDED) for slip in found)
    with_referee = reached_by(NS, NS_SECOND, *Office)
    assert not any(slip.agreed or slip.state is SlipState.AGREED for slip in with_referee)
    assert {slip.state for slip in reached_by(*ACTORS)} == set(SlipState)


def test_what_is_agreed_only_the_referee_changes() -> None:
    for slip in reached_by(*ACTORS):
        for phone in (actor for actor in ACTORS if isinstance(actor, Phone)):
            for act in Act if slip.agreed else ():
                after = transition(slip, phone, act, slip.version)
                assert isinstance(after, Refusal) or (after.agreed and after.version == slip.version)


def test_before_a_round_is_closed_there_is_a_sentence_for_every_result_to_look_at() -> None:
    for slip, doubtful, shut in product(reached_by(*ACTORS), (False, True), (False, True)):
        tile = tile_of(slip, doubtful=doubtful, shut=shut)
        if slip.agreed and not tile.is_settled:
            assert "7" in unsettled_sentence([(7, tile)])


@pytest.mark.parametrize(
    ("name", "colour"),
    [
        *(("empty", Colour.GREY), ("draft", Colour.AMBER), ("sent", Colour.AMBER), ("agreed", Colour.GREEN)),
        *(("contested", Colour.RED), ("called", Colour.RED), ("decided", Colour.GREEN), ("locked", Colour.GREEN)),
    ],
)
def test_the_tile_of_a_slip(name: str, colour: Colour) -> None:
    slip = SLIPS[name]
    assert tile_of(slip).colour is colour
    shut = tile_of(slip, shut=True)
    assert shut is (Tile.SHUT if name == "empty" else tile_of(slip))
    late = tile_of(slip, over_for=LATE_AFTER)
    assert late is (Tile.LATE if name in ("empty", "draft") else tile_of(slip)) and late.colour is not Colour.GREY
    assert tile_of(slip, over_for=LATE_AFTER - timedelta(seconds=1)) is tile_of(slip)
    assert tile_of(slip, shut=True, over_for=LATE_AFTER) is (shut if name == "empty" else late)
    assert tile_of(slip, doubtful=True) is (Tile.DOUBTFUL if name == "agreed" else tile_of(slip))
    assert tile_of(replace(slip, one_phone=True)) is (Tile.ONE_PHONE if name == "agreed" else tile_of(slip))


FIGURES, OTHERS = {"h1_ns_base": "300"}, {"h1_ns_base": "400"}


@pytest.mark.parametrize(
    ("write", "is_sent", "after"),
    [
        (Write(7, FIGURES), False, None),
        (Write(7, OTHERS), False, Refusal.OLDER),
        (Write(6, FIGURES), False, Refusal.OLDER),
        (Write(8, FIGURES), False, SLIPS["draft"]),
        (Write(8, FIGURES), True, None),
        (Write(6, FIGURES), True, None),
        (Write(6, OTHERS), True, Refusal.OLDER),
        (Write(8, OTHERS), True, SLIPS["draft"]),
    ],
)
def test_a_write_that_has_arrived_changes_nothing_and_one_that_was_overtaken_is_refused(
    write: Write, is_sent: bool, after: SlipProgress | Refusal | None
) -> None:
    """The stored write has the number 7."""
    assert after_write(SLIPS["draft"], Write(7, FIGURES, is_sent), write, NS, Act.TYPE, VERSION) == after


def test_the_numbers_of_another_phone_do_not_count() -> None:
    stored = Write(7, FIGURES)
    assert after_write(SLIPS["draft"], stored, stored, NS_SECOND, Act.TYPE, VERSION) is Refusal.OTHER_PHONE
