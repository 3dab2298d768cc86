"""Days and times as Britain writes them: Django's English is American, with the month first and “9:45 p.m.”."""

DATE_FORMAT = "j F Y"  # 28 November 2026
TIME_FORMAT = "H:i"  # 21:45
DATETIME_FORMAT = "j F Y, H:i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "d/m/Y"  # 28/11/2026
SHORT_DATETIME_FORMAT = "d/m/Y H:i"
FIRST_DAY_OF_WEEK = 1

DATE_INPUT_FORMATS = [
    "%Y-%m-%d",  # 2026-11-28
    "%d/%m/%Y",  # 28/11/2026
    "%d/%m/%y",  # 28/11/26
    "%d %B %Y",  # 28 November 2026
    "%d %b %Y",  # 28 Nov 2026
]
DATETIME_INPUT_FORMATS = [
    "%Y-%m-%d %H:%M:%S",  # 2026-11-28 21:45:00
    "%Y-%m-%d %H:%M:%S.%f",
    "%Y-%m-%d %H:%M",  # 2026-11-28 21:45
    "%d/%m/%Y %H:%M:%S",  # 28/11/2026 21:45:00
    "%d/%m/%Y %H:%M",  # 28/11/2026 21:45
    "%d/%m/%y %H:%M",  # 28/11/26 21:45
    "%d %B %Y, %H:%M",  # 28 November 2026, 21:45
]
