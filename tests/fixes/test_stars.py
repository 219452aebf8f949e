"""What `from module import *` hides of Python's own names, by Python itself: what the modules whose stars are known
(analysis/values/interpret/stars.cpp) hide is in the rows, so that it is not taken for Python's."""
import builtins
import json
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
OF_PYTHON = re.findall(r'"(\w+)"', re.search(r"modules\{(.*?)\};", (ROOT / "analysis/values/interpret/stars.cpp").read_text(), re.S)[1])
DESCRIBED = ["torch", "torch.nn", "torch.nn.functional", "torch.linalg", "torch.utils.data", "numpy", "numpy.linalg", "numpy.random"]


def rows():
    for path in [*ROOT.glob("analysis/torch/*.json"), *ROOT.glob("analysis/torch/generated/*.json")]:
        found = json.loads(path.read_text())
        yield from (row["name"] for row in found if isinstance(row, dict) and "name" in row) if isinstance(found, list) else ()


@pytest.mark.parametrize("module", [*OF_PYTHON, *DESCRIBED])
def test_what_a_star_hides_has_a_row(module):
    names = {}
    exec(f"from {module} import *", names)
    hidden = {name for name in vars(builtins).keys() & names.keys() if not name.startswith("_") and names[name] is not getattr(builtins, name)}
    assert {f"{module}.{name}" for name in hidden} <= set(rows())
