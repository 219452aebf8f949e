"""What the rows of knowledge call `rowwise`: along the last dimension elements meet, and nowhere else."""
import json
import pathlib

import pytest
import torch

FOLDER = pathlib.Path(__file__).parents[2] / "analysis" / "torch"
SETTINGS = {"Linear": (4, 3), "LayerNorm": (4,), "RMSNorm": (4,)}
ARGUMENTS = {"linear": lambda: (torch.randn(3, 4), torch.randn(3)), "layer_norm": lambda: ((4,),), "rms_norm": lambda: ((4,),)}


def named():
    for name in ("functions.json", "modules.json"):
        for row in json.loads((FOLDER / name).read_text()):
            if "rowwise" in (row.get("traits") or ()):
                yield row["name"].removesuffix(".__call__")


def function_of(name):
    word = name.rsplit(".", 1)[1]
    made = getattr(torch.nn.functional if ".functional." in name else torch.nn, word)
    if isinstance(made, type):
        return made(*SETTINGS.get(word, ()))
    arguments = ARGUMENTS[word]()
    return lambda x: made(x, *arguments)


@pytest.mark.parametrize("name", list(named()))
def test_each_row_by_itself(name):
    torch.manual_seed(0)
    function, x = function_of(name), torch.randn(2, 3, 5, 4)
    whole = function(x)
    assert whole.shape[:-1] == x.shape[:-1]
    mask = torch.rand(2, 3) > 0.4
    for part in (mask, mask.any(1), torch.zeros(2, 3, 5, dtype=torch.bool)):
        torch.testing.assert_close(function(x[part]), whole[part])
    changed = x.clone()
    changed[0, 0, 0] = float("nan")
    torch.testing.assert_close(function(changed)[0, 0, 1:], whole[0, 0, 1:])
