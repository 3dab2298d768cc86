"""The self-signed certificate with which a club's laptop serves HTTPS in the hall."""

import re
import socket
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from burraco_club.private_files import write_whole

FILE = "https.pem"
"""The file in the data folder with the key and the certificate."""
GOOD_FOR = timedelta(days=397)
"""The longest lifetime that all browsers accept."""
RENEWED = timedelta(days=30)
"""The time before its end at which it is renewed: it must not expire in the middle of an evening."""
HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
ON_ITS_OWN = ("localhost", "127.0.0.1")


def certificate_for(folder: Path, addresses: Sequence[str], *, at: datetime) -> Path:
    """Return the certificate file for these addresses: the present one if it is still suitable, otherwise a new one."""
    file = folder / FILE
    names = [*addresses, *own_names(), *ON_ITS_OWN]
    if not _does(file, names, at):
        write_whole(file, make_certificate(names, at))
    return file


def own_names() -> list[str]:
    """Return the laptop's names in the hall's network, if a certificate can hold them."""
    name = socket.gethostname().partition(".")[0].lower()
    return [name, f"{name}.local"] if HOST_NAME.fullmatch(name) else []


def make_certificate(names: Collection[str], at: datetime) -> str:
    """Return a new key and its certificate for these addresses and names, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Burraco Club")])
    builder = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # A phone's clock may be slow.
        .not_valid_before(at - timedelta(days=1))
        .not_valid_after(at + GOOD_FOR)
        .add_extension(x509.SubjectAlternativeName(list(map(_general_name, dict.fromkeys(names)))), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )
    certificate = builder.sign(key, hashes.SHA256())
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return (private + certificate.public_bytes(Encoding.PEM)).decode("ascii")


def fingerprint(file: Path) -> str:
    """Return the SHA-256 fingerprint as browsers show it: `3A:0F:…`."""
    return x509.load_pem_x509_certificate(file.read_bytes()).fingerprint(hashes.SHA256()).hex(":").upper()


def _does(file: Path, names: Collection[str], at: datetime) -> bool:
    try:
        held = x509.load_pem_x509_certificate(file.read_bytes())
        covered = held.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    return set(covered) >= set(map(_general_name, names)) and held.not_valid_after_utc - at.astimezone(UTC) > RENEWED


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)
