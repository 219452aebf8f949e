"""A distributed program: what Dynamo does in every rank is told, with counts by rank."""

import os
import pathlib
import subprocess
import sys
import time

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


def hanging(folder):
    """hang.py in the folder: each rank writes NUMBER.pid there, and hangs."""
    text = (HERE / "programs/ranks.py").read_text()
    assert "dist.destroy_process_group()\n" in text
    (folder / "hang.py").write_text(text.replace("dist.destroy_process_group()\n", HANG))


def until(condition, seconds):
    """Whether it came true in time."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)
    return condition()


def test_ranks_end_with_the_program(graphmend, tmp_path):
    hanging(tmp_path)
    told = graphmend("confirm", "--json", "--timeout", "40", *LAUNCH, "hang.py", folder=tmp_path)
    assert told.status == 2 and "took longer than --timeout allows" in told.err
    assert told.site(line_of("ranks.py", "if x.sum() > 0"))["ranks"].keys() == {"0", "1"}
    ranks = [path.stem for path in tmp_path.glob("*.pid")]
    assert len(ranks) == 2 and not any(os.path.exists(f"/proc/{rank}") for rank in ranks)


def test_ranks_do_not_outlive_a_graphmend_that_is_killed(tmp_path):
    hanging(tmp_path)
    command = [PROGRAM, "confirm", "--python", sys.executable, *LAUNCH, "hang.py"]
    running = subprocess.Popen(command, cwd=tmp_path, env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)}, stderr=subprocess.DEVNULL)
    try:
        assert until(lambda: len(list(tmp_path.glob("*.pid"))) == 2, 200)
        ranks = [pathlib.Path("/proc", path.stem) for path in tmp_path.glob("*.pid")]
        assert all(rank.exists() for rank in ranks)
    finally:
        running.kill()
        running.wait()
    assert until(lambda: not any(rank.exists() for rank in ranks), 60)
