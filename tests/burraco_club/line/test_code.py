"""The code for a line: whatever was written is read, and nothing else is."""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from burraco_club.line.code import (
    LONGEST_TEXT,
    PREFIX,
    LineCode,
    NoLineCode,
    known_hosts_line,
    openssh_private_key,
    openssh_public_key,
    read_code,
    write_code,
)

SEED = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
PUBLIC_KEY = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
"""The first pair of RFC 8032, section 7.1."""
AURORA = LineCode(
    address="https://aurora.burraco.example",
    host="house.burraco.example",
    port=2222,
    listens_on=40001,
    host_key=bytes(range(32)),
    seed=SEED,
    public_key=PUBLIC_KEY,
)
WRITTEN = write_code(AURORA)
SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789"

names = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?(\.[a-z]{1,20}){0,4}", fullmatch=True)
ports = st.integers(1, 65535)
keys = st.binary(min_size=32, max_size=32)
codes = st.builds(
    LineCode,
    address=st.builds(lambda name, port: f"https://{name}{port}", names, st.just("") | ports.map(":{}".format)),
    host=names | st.ip_addresses().map(str),
    port=ports,
    listens_on=ports,
    host_key=keys,
    seed=keys,
    public_key=keys,
)
places = st.integers(0, len(WRITTEN) - 1)


def why(text: str) -> str:
    with pytest.raises(NoLineCode) as refused:
        read_code(text)
    return refused.value.reason


@given(codes)
def test_every_code_that_was_written_is_read(code: LineCode) -> None:
    written = write_code(code)
    assert read_code(written) == code
    assert re.fullmatch(r"burraco1[a-z2-7]+", written) and len(written) < 1000


@given(
    codes, st.integers(8, 80), st.sampled_from(["\n", "\r\n> ", "\n>> ", " ", "\u200b", "\xa0", "\t"]), st.booleans()
)
def test_a_code_is_read_as_mail_programs_break_and_quote_it(
    code: LineCode, width: int, between: str, loud: bool
) -> None:
    written = write_code(code)
    typed = between.join(written[at : at + width] for at in range(0, len(written), width))
    assert read_code(f" “{typed.upper() if loud else typed}”\n") == code


@given(places, st.sampled_from(SIGNS) | st.characters())
def test_another_sign_anywhere_is_noticed(at: int, sign: str) -> None:
    if sign.lower() != WRITTEN[at]:
        assert why(WRITTEN[:at] + sign + WRITTEN[at + 1 :]) in {"damaged", "foreign", "newer"}


@example(len(PREFIX) - 1, WRITTEN.index("7"))
@given(places, places)
def test_a_sign_cut_out_put_in_or_moved_is_noticed(at: int, other: int) -> None:
    assert why(WRITTEN[:at] + WRITTEN[at + 1 :]) in {"damaged", "foreign"}
    assert why(WRITTEN[:at] + WRITTEN[at] + WRITTEN[at:]) in {"damaged", "foreign"}
    assert why(WRITTEN[:at]) in {"empty", "foreign", "damaged"}
    moved = list(WRITTEN)
    moved[at], moved[other] = moved[other], moved[at]
    if moved[at] != moved[other]:
        # A code whose number is another one is a later layout's.
        of_the_number = {"newer"} if len(PREFIX) - 1 in (at, other) else set()
        assert why("".join(moved)) in {"damaged", "foreign"} | of_the_number


@given(st.text() | st.text(SIGNS).map(PREFIX.__add__) | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_no_other_text_is_a_code(text: str) -> None:
    assert why(text) in {"empty", "foreign", "damaged", "newer"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *((" \n", "empty"), (">> “”", "empty"), ("https://aurora.burraco.example", "foreign"), ("burraco", "foreign")),
        *((PREFIX, "damaged"), (WRITTEN[:-8], "damaged"), (WRITTEN + WRITTEN, "damaged"), ("burraco2aaaa", "newer")),
    ],
)
def test_the_reason_says_what_to_do(text: str, reason: str) -> None:
    assert why(text) == reason


def test_a_text_longer_than_any_mail_is_not_looked_through() -> None:
    assert why(WRITTEN + " " * LONGEST_TEXT) == "foreign"


@pytest.mark.parametrize(
    "wrong",
    [
        *({"host": host} for host in ("", "-oProxyCommand=x", "a b", "ä.example", "a\nb", "a" * 256)),
        *({"address": address} for address in ("aurora.example", "http://a.example", "https://a.it/x", "https://")),
        *({"port": 0}, {"listens_on": 65536}, {"seed": b""}, {"host_key": bytes(33)}),
    ],
)
def test_what_no_house_would_say_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="^expected "):
        replace(AURORA, **wrong)  # type: ignore[arg-type]


def test_the_house_is_known_by_its_key() -> None:
    key = openssh_public_key(AURORA.host_key)
    assert known_hosts_line(AURORA) == f"[house.burraco.example]:2222 {key}\n"
    assert known_hosts_line(replace(AURORA, port=22)) == f"house.burraco.example {key}\n"
    assert known_hosts_line(replace(AURORA, host="2001:db8::7")) == f"[2001:db8::7]:2222 {key}\n"


@pytest.mark.skipif(not shutil.which("ssh-keygen") or os.name == "nt", reason="no ssh-keygen that reads such files")
def test_openssh_reads_the_private_key(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.touch(mode=0o600)
    file.write_text(openssh_private_key(SEED, PUBLIC_KEY))
    asked = subprocess.run(["ssh-keygen", "-y", "-P", "", "-f", file], capture_output=True, text=True)
    assert (asked.stdout.strip(), asked.stderr) == (openssh_public_key(PUBLIC_KEY), "")
