"""Every mark of a change that nobody can notice hides one: a mark that hides nothing would be believed."""

import pytest

from benchmarks.closeness import module_file, modules
from benchmarks.mutations import MARK, Source

MARKED = [name for name in modules() if MARK.search(module_file(name).read_text(encoding="utf-8"))]


@pytest.mark.parametrize("module", MARKED)
def test_a_mark_hides_a_change(module: str) -> None:
    path = module_file(module)
    assert Source(module, path.read_text(encoding="utf-8"), str(path)).size
