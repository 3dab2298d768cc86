"""The outsider's checker: it reads a tournament's file and computes everything in it again.

It is written from `docs/` alone and shares no line with the program: `hands.py`, `evening.py`, `ranking.py`,
`matching.py`, `draws.py`, `plans.py` and `checks.py` use the standard library, and networkx to prove an optimum.
`evenings.py` makes the program play the evenings, and `test_outsider.py` compares its results with those of the files.
"""
