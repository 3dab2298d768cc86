"""Prints a tournament's ranking: python federation_client.py https://club.example/en/api/v1/ SLUG"""

import json
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin
from urllib.request import urlopen


def ranking(root: str, slug: str) -> Iterator[dict[str, Any]]:
    """Everybody in the ranking, from the first to the last, as many requests as it takes."""
    address: str | None = urljoin(root, f"tournaments/{slug}/ranking?limit=100")
    while address:
        with urlopen(address, timeout=20) as answer:
            stretch = json.load(answer)
        yield from stretch["items"]
        address = stretch["next"] and urljoin(root, stretch["next"])


if __name__ == "__main__":
    for row in ranking(*sys.argv[1:]):
        print(row["place"], row["pair"], row["names"], row["vp"], row["mp_difference"], sep="\t")
