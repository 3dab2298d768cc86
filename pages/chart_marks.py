"""The marks of the lines in a chart, as paths of SVG shapes."""

MARK = 4
"""Half the width of a mark."""


def mark_at(line: int, x: int, y: int) -> str:
    """Return a dot, a square or a triangle, so that lines differ without colours."""
    m = MARK
    match line:
        case 0:
            return f"M{x - m},{y}a{m},{m} 0 1,0 {2 * m},0a{m},{m} 0 1,0 {-2 * m},0z"
        case 1:
            return f"M{x - m},{y - m}h{2 * m}v{2 * m}h{-2 * m}z"
        case _:
            return f"M{x},{y - m - 1}l{m + 1},{2 * m + 1}h{-2 * m - 2}z"
