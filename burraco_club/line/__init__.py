"""The line that puts a hall's program on the web.

An `ssh` process holds a port of a house's open (`process.py`, `holder.py`), and what comes in there arrives at a second
listening socket of the program (`door.py`), which nothing else uses. What may pass is decided in `gate.py`. The house
knows of `code.py`, too (`deploy/house/`).
"""
