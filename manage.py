#!/usr/bin/env python
"""Django's own command line, for this project; it looks at the club's data before it touches them."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "burraco_club.settings")
    from burraco_club.management.guard import ClubCommands

    ClubCommands(sys.argv).execute()


if __name__ == "__main__":
    main()
