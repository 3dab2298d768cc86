"""Create the workbooks of this folder: `python tests/data/people/make.py`. Its other files are text."""

from datetime import date
from pathlib import Path

from openpyxl import Workbook

HERE = Path(__file__).parent


def ugly() -> None:
    """Merge titles above the headings, with empty rows, cards as numbers, a date of birth, and a person twice."""
    book = Workbook()
    book.active.title = "Copertina"
    sheet = book.create_sheet("Soci 2026")
    sheet.append(["A.S.D. Burraco Aurora"])
    sheet.merge_cells("A1:F1")
    sheet.append(["Elenco soci al 31/08/2026"])
    sheet.merge_cells("A2:F2")
    sheet.append([])
    sheet.append(["N.", "Cognome", "Nome", "N. Tessera", "Data di nascita", "Cellulare", "E-mail", "Categoria", "Note"])
    sheet.append([1, "Rossi", "Anna", 123, date(1956, 3, 2), 3335550001, "anna@example.org", "Senior", "presidente"])
    sheet.append([2, "D’Angelo", "Nicolò", "04567", "1961", "333 5550002", "", "Senior"])
    sheet.append([])
    sheet.append([3, "De Luca", "Maria Pia", 12345, 1948, "", "pia@example.org", ""])
    sheet.append([4, "Rossi", "Anna", 123, date(1956, 3, 2)])
    sheet.append([5, "", "", 999])
    sheet.append([6, "Bianchi", "Carlo", "00777", "boh"])
    book.save(HERE / "ugly.xlsx")


if __name__ == "__main__":
    ugly()
