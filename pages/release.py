"""The version of the program. Standard library only."""

VERSION = "1.0.0"
"""The only place that says it. What packs the program reads it here, because a club may lack pyproject.toml."""
