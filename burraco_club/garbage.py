"""The garbage collector of a process that serves."""

import gc

NEW_OBJECTS = 20_000
"""How many new objects are examined at once; Python's default is 700.

A page of a large field makes a hundred thousand, of which hardly any refer to each other in a circle, and a collection
for every few hundred of them took a sixth of its time.
"""


def spare_what_is_loaded() -> None:
    """Let everything loaded by now stay, so that it need not be examined again, and look at what is new less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
