"""What `./dev oracle --fresh` hears of a package: where it breaks, and what was traced without."""

import json
import os
import subprocess
import sys

from conftest import HERE

FRESH = HERE.parent / "oracle/fresh"
PACKAGE = """
import torch

class Clip(torch.nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.layer = torch.nn.Linear(dim, dim)

    def forward(self, x):
        y = self.layer(x)
        if y.sum() > 0:
            y = y * 2
        return y
"""


def test_a_package_is_made_run_and_heard(tmp_path):
    (tmp_path / "tiny.py").write_text(PACKAGE)
    out = tmp_path / "observed.json"
    path = os.pathsep.join([str(HERE.parents[1] / "runner"), str(tmp_path)])
    command = [sys.executable, FRESH / "walk.py", "--out", out, "--seconds", "60", "tiny"]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.DEVNULL)
    sys.path.insert(0, str(FRESH))
    import judge

    truth = judge.Truth(json.loads(out.read_text()), tmp_path, ["tiny"])
    assert {(at, *each["gb"]) for at, each in truth.sites.items()} == {(("tiny.py", 11), "GB0170")}
    assert ("tiny.py", 10) in truth.traced
