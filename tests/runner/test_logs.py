"""`confirm --from-logs`: what was recorded elsewhere says the same as a run here."""

import pytest
from conftest import HERE, line_of

LOGS = HERE / "logs"
BRANCH, LOOP = line_of("layers.py", "if x.sum() > 0"), line_of("layers.py", 'print("seen")')


@pytest.mark.parametrize("log", ["trace-2.13", "trace-2.6", "text-2.13.log"])
def test_the_same_sites_as_a_run(graphmend, log):
    told = graphmend("confirm", "--json", "--from-logs", LOGS / log, python=None)
    assert told.status == 1, told.err
    assert {each["line"] for each in told.json["breaks"]} == {BRANCH, LOOP}
    assert told.finding(BRANCH)["verdict"] == told.finding(LOOP)["verdict"] == "confirmed"
    reasons = [reason for each in told.json["recompilations"] for reason in each["reasons"]]
    assert any("size mismatch at index 0. expected 2, actual 3" in reason for reason in reasons)
    if "2.13" in log:
        assert told.site(BRANCH)["gb"] == ["GB0170"] and told.site(LOOP)["outcome"] == "skip"


def test_ranks_are_merged(graphmend, tmp_path):
    text = (LOGS / "text-2.13.log").read_text()
    for rank in (0, 1):
        lines = [f"[rank{rank}]:{line}" for line in text.splitlines()]
        (tmp_path / f"{rank}.log").write_text("\n".join(lines) + "\n")
    told = graphmend("confirm", "--json", "--from-logs", tmp_path, python=None)
    assert told.site(BRANCH)["ranks"] == {"0": None, "1": None}


def test_what_is_cut_off_or_no_log_is_told(graphmend, tmp_path):
    whole = next((LOGS / "trace-2.13").iterdir()).read_bytes()
    cut = tmp_path / "cut.log"
    cut.write_bytes(whole[: whole.rindex(b'"dynamo_start"') + 20])
    told = graphmend("confirm", "--json", "--from-logs", cut, python=None)
    assert told.status == 2 and "1 records are damaged or cut off" in told.err
    assert told.finding(BRANCH)["verdict"] == "confirmed"
    rubbish = tmp_path / "rubbish.log"
    rubbish.write_bytes(bytes(range(256)) * 50)
    told = graphmend("confirm", "--from-logs", rubbish, python=None)
    assert told.status == 2 and "nothing that Dynamo has logged is in there" in told.err
    told = graphmend("confirm", "--from-logs", tmp_path / "absent", python=None)
    assert told.status == 2 and "No such file" in told.err


def test_every_prefix_of_a_log_is_read(graphmend, tmp_path):
    whole = next((LOGS / "trace-2.13").iterdir()).read_bytes()
    for end in range(0, len(whole), len(whole) // 23):
        (tmp_path / "part.log").write_bytes(whole[:end])
        assert graphmend("confirm", "--from-logs", tmp_path / "part.log", python=None).status in (0, 1, 2)
