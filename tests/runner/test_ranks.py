"""A distributed program: what Dynamo does in every rank is told, with counts by rank."""

import os

from conftest import HERE, line_of

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


def test_ranks_end_with_the_program(graphmend, tmp_path):
    text = (HERE / "programs/ranks.py").read_text()
    assert "dist.destroy_process_group()\n" in text
    (tmp_path / "hang.py").write_text(text.replace("dist.destroy_process_group()\n", HANG))
    told = graphmend("confirm", "--json", "--timeout", "40", *LAUNCH, "hang.py", folder=tmp_path)
    assert told.status == 2 and "took longer than --timeout allows" in told.err
    assert told.site(line_of("ranks.py", "if x.sum() > 0"))["ranks"].keys() == {"0", "1"}
    ranks = [path.stem for path in tmp_path.glob("*.pid")]
    assert len(ranks) == 2 and not any(os.path.exists(f"/proc/{rank}") for rank in ranks)
