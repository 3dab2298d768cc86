"""Reading a number: every number is read back, and nothing else becomes one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.figures import FigureFault, UnreadableFigure, read_figure

FIGURES = st.integers(-99_999, 99_999)

READ = [("300", 300), ("-100", -100), ("\u2212100", -100), ("  85\t", 85), ("0", 0), ("", None), ("   ", None)]

REFUSED = {
    FigureFault.SEPARATOR: ["1.250", "1,250", "1'250", "1 250", "-1.250", "12.5"],
    FigureFault.PLUS: ["+50"],
    FigureFault.TOO_LONG: ["1" + "0" * 30, "100000", "-100000"],
    FigureFault.NOT_WHOLE: [
        "abc",
        "12a",
        "--5",
        "-",
        "5-",
        "\uff13\uff10\uff10",
        "٣",
        "½",
        "1e3",
        "0x10",
        "🂡",
        "3\x000",
        "- 100",
        "+",
        ".",
    ],
}


@pytest.mark.parametrize(("text", "figure"), READ)
def test_a_figure_is_read_as_it_was_typed(text: str, figure: int | None) -> None:
    assert read_figure(text) == figure


@pytest.mark.parametrize(("fault", "text"), [(fault, text) for fault, texts in REFUSED.items() for text in texts])
def test_what_would_have_to_be_guessed_is_refused(fault: FigureFault, text: str) -> None:
    with pytest.raises(UnreadableFigure) as refused:
        read_figure(text)
    assert refused.value.fault is fault


@given(FIGURES, st.sampled_from(["-", "\u2212"]))
def test_every_figure_can_be_typed_with_either_minus(figure: int, minus: str) -> None:
    assert read_figure(str(figure).replace("-", minus)) == figure


@given(st.text())
def test_any_text_is_a_small_whole_number_or_nothing_or_refused(text: str) -> None:
    try:
        figure = read_figure(text)
    except UnreadableFigure:
        assert text.strip()
    else:
        assert figure is None or abs(figure) < 100_000
