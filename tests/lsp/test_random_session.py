"""Short random sessions, and what random ones have shown. `./dev session --minutes 20` is the long one."""

import random

import pytest
from random_session import Session, run
from test_files import FINE

CHANCE = random.Random(1)


@pytest.mark.parametrize(("seed", "mode", "unit"), [(1, "push", "utf-16"), (2, "pull", "utf-8"), (3, "pull", "utf-16"), (4, "push", "utf-32")])
def test_after_random_edits_all_is_as_a_fresh_server_says(tmp_path, seed, mode, unit):
    session = run(tmp_path, seed, mode, unit, lambda edits: edits < 250)
    assert session.counts["edit"] >= 250 and session.counts["ask"] and session.counts["write"] > 30


def test_a_folder_that_is_no_package_any_more(tmp_path):
    """Its modules have other names then, and what they import is somewhere else."""
    with Session(tmp_path, "push", "utf-16") as session:
        session.do("write", "pkg/__init__.py", "")
        session.do("write", "pkg/helpers.py", "from .others import helper\n")
        session.do("write", "pkg/others.py", "def helper(x):\n    return x.item()\n")
        main = "import torch\nfrom pkg.helpers import helper\n\n@torch.compile\ndef f(x: torch.Tensor):\n    return helper(x)\n"
        session.do("open", "main.py", main)
        found = session.check(CHANCE)
        session.do("remove", "pkg/__init__.py")
        session.check(CHANCE)
        session.do("write", "pkg/__init__.py", FINE)
        assert session.check(CHANCE) == found == 1
