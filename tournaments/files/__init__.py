"""Tables for other programs: what is written as a workbook of Excel's or as CSV, and no name ever read as a formula."""

from .tables import MEDIA_TYPES, SEPARATORS, Cell, FileTable, as_csv, as_text, as_xlsx

__all__ = ["MEDIA_TYPES", "SEPARATORS", "Cell", "FileTable", "as_csv", "as_text", "as_xlsx"]
