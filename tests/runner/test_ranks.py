"""A distributed program: what Dynamo does in every rank is told, with counts by rank."""

import json
import os
import pathlib
import subprocess
import sys
import time

import pytest
from conftest import HERE, PROGRAM, line_of

LAUNCH = ["torchrun", "--standalone", "--nproc-per-node", "2"]


def test_ranks_are_merged_and_counted(graphmend):
    told = graphmend("confirm", "--json", *LAUNCH, "ranks.py")
    branch = line_of("ranks.py", "if x.sum() > 0")
    assert told.status == 1, told.err
    assert told.finding(branch)["verdict"] == "confirmed"
    assert told.site(branch)["ranks"] == {"0": 2, "1": 2} and told.site(branch)["runs"] == 2
    assert told.json["forwards"] == 2, "one rank stands for the others"
    assert [(each["line"], each["graphs"], each["ranks"]) for each in told.json["ddp"]] == [(line_of("ranks.py", "def forward"), 3, ["0", "1"])]


HANG = """import os, time
    open(f"{os.getpid()}.pid", "w").close()
    time.sleep(600)
"""


@pytest.fixture
def hanging(tmp_path):
    """`graphmend confirm` on two ranks that hang, each with a file NUMBER.pid; (its process, the ranks in /proc)."""
    text = (HERE / "programs/ranks.py").read_text()
    assert "dist.destroy_process_group()\n" in text
    (tmp_path / "hang.py").write_text(text.replace("dist.destroy_process_group()\n", HANG))
    command = [PROGRAM, "confirm", "--json", "--python", sys.executable, *LAUNCH, "hang.py"]
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    running = subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert until(lambda: len(list(tmp_path.glob("*.pid"))) == 2, 250)
        ranks = [pathlib.Path("/proc", path.stem) for path in tmp_path.glob("*.pid")]
        assert all(rank.exists() for rank in ranks)
        yield running, ranks
    finally:
        running.kill()
        running.wait()


def until(condition, seconds):
    """Whether it came true in time."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)
    return condition()


def test_ranks_end_with_the_program(hanging):
    running, ranks = hanging
    running.terminate()
    out, err = running.communicate(timeout=600)
    assert running.returncode == 2 and "the program was interrupted" in err.decode()
    site = next(each for each in json.loads(out)["breaks"] if each["line"] == line_of("ranks.py", "if x.sum() > 0"))
    assert site["ranks"].keys() == {"0", "1"}
    assert not any(rank.exists() for rank in ranks)


def test_ranks_do_not_outlive_a_graphmend_that_is_killed(hanging):
    running, ranks = hanging
    running.kill()
    assert until(lambda: not any(rank.exists() for rank in ranks), 60)
