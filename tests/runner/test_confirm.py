"""What Dynamo did in programs, as `graphmend confirm` tells it."""

import sys

from conftest import line_of


def test_breaks_are_counted_per_forward(graphmend):
    told = graphmend("confirm", "--json", "layers.py", "2", "3", "4")
    branch, loop = line_of("layers.py", "if x.sum() > 0"), line_of("layers.py", 'print("seen")')
    assert told.status == 1, told.err
    assert told.json["forwards"] == 3
    assert told.finding(branch) == {
        "verdict": "confirmed", "forwards": 3, "line": branch, "gb": ["GB0170"], "outcome": "split", "runs": 36, "mostPerForward": 12,
    }
    assert told.finding(loop)["outcome"] == "skip" and told.finding(loop)["mostPerForward"] == 1
    assert [each["what"] for each in told.json["calls"]] == [f"Model(float32[{n}, 4]) training, grad" for n in (2, 3, 4)]
    again = [reason for each in told.json["recompilations"] for reason in each["reasons"]]
    assert "tensor 'x' size mismatch at index 0. expected 2, actual 3" in again
    assert told.err.count("seen") == 6, "what the program prints goes to standard error"


def test_the_terminal_shows_the_same(graphmend):
    told = graphmend("confirm", "-m", "layers", "2", "2")
    branch = line_of("layers.py", "if x.sum() > 0")
    assert told.status == 1, told.err
    assert f"layers.py:{branch}: confirmed GM101: branch on the value of a tensor\n" in told.out
    assert "  = split the graph 12 times per forward, in 2 forwards (GB0170)\n" in told.out
    assert told.out.startswith("seen\nseen\n"), "what the program prints stays its own"
    assert "2 of 2 findings confirmed" in told.out


def test_lines_behind_a_break_are_exact(graphmend):
    told = graphmend("confirm", "--json", "lines.py")
    for text in ("one", "two", "three"):
        line = line_of("lines.py", f'print("{text}")')
        assert told.finding(line)["verdict"] == "confirmed"
        assert told.site(line)["gb"][0] == "GB0059"
    lines = {line_of("lines.py", f'print("{text}")') for text in ("one", "two", "three")}
    assert {each["line"] for each in told.json["breaks"] if each["function"] == "steps"} == lines


def test_objects_and_their_inputs(graphmend):
    told = graphmend("confirm", "--json", "--calls", "2", "layers.py:build")
    assert told.json["forwards"] == 2 and told.status == 1
    told = graphmend("confirm", "--json", "--calls", "1", "--inputs", "layers.py:sizes", "layers:Model")
    assert [each["what"] for each in told.json["calls"]] == [f"Model(float32[{n}, 4]) training, grad" for n in (2, 3)]


def test_a_call_that_fails_does_not_stop_the_others(graphmend):
    for how in ([], ["--fork"]):
        told = graphmend("confirm", "--json", *how, "calls.py:calls")
        assert told.status == 2
        assert told.finding(line_of("calls.py", ".item()"))["verdict"] == "confirmed"
        assert told.site(line_of("calls.py", "print"))["outcome"] == "error"
        assert any("the call whole raised" in problem for problem in told.json["problems"])


def test_recompilations_say_which_guard_failed_and_what_changed(graphmend):
    told = graphmend("confirm", "--json", "again.py")
    assert told.status == 1, told.err
    [again] = told.json["recompilations"]
    line = line_of("again.py", "return x * n")
    assert (again["function"], again["times"]) == ("forward", 4)
    assert again["reasons"] == [
        f"n == 2, and n is 3 (again.py:{line})",
        f"self.step == 0, and self.step is 7 (again.py:{line})",
        f"G['SHIFT'] == 3, and G['SHIFT'] is 4 (again.py:{line})",
        "GLOBAL_STATE changed: grad_mode, and it is off",
    ]
    assert told.json["eager"] == [
        {"path": "again.py", "line": line_of("again.py", "def doubled") - 1, "function": "doubled", "why": "Unsupported: Attempt to trace generator", "times": 1}
    ]


def test_only_at_run_time(graphmend):
    told = graphmend("confirm", "lines.py", "--ignored", python=sys.executable)
    assert "only at run time" not in told.out or "hint: " in told.out
    told = graphmend("confirm", "--json", "--select", "GM1", "lines.py")
    site = told.site(line_of("lines.py", 'print("one")'))
    assert not site["found"] and site["hints"] and "Explanation" in site["reason"]
