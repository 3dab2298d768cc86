"""The guides of `docs/` as pages of the program: in the reader's language, searched, and led to from other pages."""
