"""The bracket of a knockout: who meets whom, who is through."""
