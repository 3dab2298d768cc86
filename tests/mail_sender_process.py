"""A sender of emails in processes that are killed: `python -m tests.mail_sender_process`.

It loads the program once. For each line of its standard input it starts a process that sends what is due, prints that
process's number, waits for its end, and prints how it ended.
"""

import gc
import os
import sys
from importlib import import_module

import django


def main() -> None:
    django.setup()
    from django.db import connections

    from tournaments.services import mails_send

    # The emails name addresses of pages. Neither these nor what a collection would copy is each child's to load.
    import_module("burraco_club.urls")
    gc.freeze()
    for _line in sys.stdin:
        connections.close_all()
        child = os.fork()
        if child == 0:
            try:
                mails_send(pause=lambda _seconds: False)
            except BaseException as failure:
                print(failure, file=sys.stderr)
                os._exit(1)
            os._exit(0)
        print(child, flush=True)
        print(os.waitpid(child, 0)[1], flush=True)


if __name__ == "__main__":
    main()
