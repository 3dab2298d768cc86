"""Writes a table's slip: python table_device.py https://club.example/en/api/v1/ TOKEN SLUG ROUND TABLE HANDS.json"""

import json
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import Request, urlopen


def ask(address: str, token: str, **more: Any) -> tuple[str, dict[str, Any]]:
    """The ETag of the table and what was answered; a refusal says what to do."""
    headers = {"Authorization": f"Bearer {token}"} | more.pop("headers", {})
    try:
        with urlopen(Request(address, headers=headers, **more), timeout=20) as answer:
            return answer.headers["ETag"], json.load(answer)
    except HTTPError as refusal:
        raise SystemExit(f"{refusal.code}: {json.load(refusal)['detail']}") from refusal


def write(root: str, token: str, slug: str, number: str, table: str, hands: str) -> dict[str, Any]:
    """Read the table, and put the slip there if nobody has been at it in between."""
    address = urljoin(root, f"tournaments/{slug}/rounds/{number}/tables/{table}/result")
    etag, _state = ask(address, token)
    body = json.dumps({"hands": json.loads(Path(hands).read_text(encoding="utf-8"))}).encode()
    named = {"If-Match": etag, "Content-Type": "application/json"}
    return ask(address, token, data=body, method="PUT", headers=named)[1]


if __name__ == "__main__":
    print(json.dumps(write(*sys.argv[1:]), indent=1))
