"""What a start loads: libraries that only some requests need come with the first of these."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]

LOADED_LATER = ("openpyxl", "xlsxwriter")

LOADED = f"""
import sys, django
django.setup()
from django.urls import get_resolver
assert get_resolver().url_patterns
print(*[name for name in {LOADED_LATER!r} if name in sys.modules])
"""


def test_a_start_loads_no_library_of_spreadsheets(tmp_path: Path) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "burraco_club.settings", "BURRACO_DATA": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    assert ran.stdout.split() == []
