"""The code with which a hall gets a line to a house: one word, written by the house and pasted by the club, used once.

    burraco1 + base32 of: digest (5 bytes), host key, seed, public key (32 each), SSH port, line's port (2 each),
    length and text of the host, length and text of the address, zeros up to a multiple of 5

So its length is a multiple of eight, and a sign more or less is always noticed; another sign by the digest. Standard
library only: the house's commands run without the program's environment.
"""

import re
import struct
from base64 import b32decode, b32encode, b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

PREFIX = "burraco1"
"""1 is no sign of base32, so the rest begins after it. Another layout gets another number."""

LONGEST_TEXT = 4_000
"""Characters that are looked at. The longest code has less than 1,000; a mail's signs stand among them."""

KEY_TYPE = b"ssh-ed25519"
_DIGEST = 5
_FIXED = struct.Struct(">32s32s32sHH")
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:]*:[0-9a-f:]*")
_ADDRESS = re.compile(r"https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?")

NoCodeReason = Literal["empty", "foreign", "damaged", "newer"]
"""Nothing was typed; it is no code at all; a code with a sign wrong, lost or doubled; one for a newer program."""


class NoLineCode(ValueError):
    """The text is no code for a line. The page words the `reason`."""

    def __init__(self, reason: NoCodeReason) -> None:
        super().__init__(f"expected a code for a line, got one that is {reason}")
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class LineCode:
    """What a hall must know to reach its house, and the key with which it may enrol its own. Raise ValueError."""

    address: str
    """Under which the hall is on the web: `https://aurora.burraco.example`."""
    host: str
    """The house's name or address, where its sshd answers, in lower-case ASCII."""
    port: int
    """Of the house's sshd."""
    listens_on: int
    """The port on the house's 127.0.0.1 at which the line ends."""
    host_key: bytes
    """By which the hall knows the house: 32 bytes, Ed25519."""
    seed: bytes
    """The private key: 32 bytes."""
    public_key: bytes
    """What belongs to `seed`."""

    def __post_init__(self) -> None:
        if not _HOST.fullmatch(self.host) or len(self.host) > 255:
            raise ValueError(f"expected the name of a host, got {self.host!r}")
        if not _ADDRESS.fullmatch(self.address) or len(self.address) > 255:
            raise ValueError(f"expected an address https://name, got {self.address!r}")
        for port in (self.port, self.listens_on):
            if not 1 <= port <= 65535:
                raise ValueError(f"expected a port, got {port!r}")
        for key in (self.host_key, self.seed, self.public_key):
            if len(key) != 32:
                raise ValueError(f"expected a key of 32 bytes, got {len(key)}")


def write_code(code: LineCode) -> str:
    """Return the code as one word of small letters and digits."""
    texts = b"".join(bytes([len(text)]) + text.encode("ascii") for text in (code.host, code.address))
    facts = _FIXED.pack(code.host_key, code.seed, code.public_key, code.port, code.listens_on) + texts
    facts += bytes(-(_DIGEST + len(facts)) % 5)
    return PREFIX + b32encode(sha256(facts).digest()[:_DIGEST] + facts).decode().lower()


def read_code(text: str) -> LineCode:
    """Return what `write_code` wrote, with whatever capitals, spaces, line breaks, quotes or `>` a mail has added.

    >>> read_code("burraco1 aaaa")
    Traceback (most recent call last):
    burraco_club.line.code.NoLineCode: expected a code for a line, got one that is damaged
    """
    if len(text) > LONGEST_TEXT:
        raise NoLineCode("foreign")
    signs = "".join(filter(str.isalnum, text)).lower()
    if not signs:
        raise NoLineCode("empty")
    if not signs.startswith(PREFIX):
        raise NoLineCode("newer" if re.match(r"burraco[2-9]", signs) else "foreign")
    try:
        code = _unpacked(b32decode(signs.removeprefix(PREFIX).upper())[_DIGEST:])
    except (ValueError, struct.error, IndexError) as error:
        raise NoLineCode("damaged") from error
    if write_code(code) != signs:
        raise NoLineCode("damaged")
    return code


def _unpacked(facts: bytes) -> LineCode:
    host_key, seed, public_key, port, listens_on = _FIXED.unpack_from(facts)
    host, after = _text_at(facts, _FIXED.size)
    address, _after = _text_at(facts, after)
    return LineCode(
        address=address,
        host=host,
        port=port,
        listens_on=listens_on,
        host_key=host_key,
        seed=seed,
        public_key=public_key,
    )


def _text_at(facts: bytes, at: int) -> tuple[str, int]:
    """Return the text whose length stands there, and where it ends."""
    end = at + 1 + facts[at]
    return facts[at + 1 : end].decode("ascii"), end


def openssh_private_key(seed: bytes, public_key: bytes) -> str:
    """Return the file of a private key without a passphrase, as `ssh -i` reads it (OpenSSH's PROTOCOL.key)."""
    public = _string(KEY_TYPE) + _string(public_key)
    # Twice the same number, by which OpenSSH would know that a passphrase was right; and 1, 2, 3 … up to a whole block.
    private = bytes(8) + public + _string(seed + public_key) + _string(b"")
    private += bytes(range(1, 1 + -len(private) % 8))
    whole = b"openssh-key-v1\0" + _string(b"none") * 2 + _string(b"") + struct.pack(">I", 1)
    text = b64encode(whole + _string(public) + _string(private)).decode()
    lines = [text[at : at + 70] for at in range(0, len(text), 70)]
    return "\n".join(("-----BEGIN OPENSSH PRIVATE KEY-----", *lines, "-----END OPENSSH PRIVATE KEY-----", ""))


def openssh_public_key(public_key: bytes) -> str:
    """Return the key as sshd and ssh have it in their lists: `ssh-ed25519 AAAA…`."""
    return f"{KEY_TYPE.decode()} {b64encode(_string(KEY_TYPE) + _string(public_key)).decode()}"


def known_hosts_line(code: LineCode) -> str:
    """Return the line by which ssh knows the house, and takes nobody else for it."""
    name = code.host if code.port == 22 else f"[{code.host}]:{code.port}"
    return f"{name} {openssh_public_key(code.host_key)}\n"


def _string(value: bytes) -> bytes:
    """Return a value as SSH sends it, its length first."""
    return struct.pack(">I", len(value)) + value
