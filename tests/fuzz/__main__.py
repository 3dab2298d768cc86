"""`python -m tests.fuzz [--requests 100000] [--seed N]`: any number of random requests from tests/fuzz/.

It uses the database that `DATABASE_URL` names, as the tests do.
"""

import argparse
import os
import sys

import pytest


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", type=float, default=0.6, help="the share of requests that a page is drawn for")
    wanted = parser.parse_args()
    os.environ |= {
        "FUZZ_REQUESTS": str(wanted.requests),
        "FUZZ_SEED": str(wanted.seed),
        "FUZZ_PAGES": str(wanted.pages),
    }
    return pytest.main(["-q", "-s", "-p", "no:randomly", "tests/fuzz/test_fuzz.py"])


if __name__ == "__main__":
    sys.exit(main())
