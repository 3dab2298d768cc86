"""How strong players are, as far as their rounds tell: estimates with their uncertainty (docs/seasons.md §6).

Pure: rounds come in, estimates go out. Estimates are the one thing of a tournament that is no whole number: nobody is
ranked or paid by them.
"""
