"""`confirm --evidence` and `--fix --unsafe` ask what fixes assume; `check` and `fix` know of it, as long as the text is the same."""

import pathlib
import shutil

import pytest
from conftest import HERE, line_of


# Whatever is open is written to: the channel is one of them.
HOSTILE = """
    import json, os
    for number in (10**6, -1, "0", None, 1.5):
        for held in (5, -5, "x"):
            line = json.dumps({"kind": "probed", "number": number, "held": held, "failed": 7, "refuted": None, "file": "/etc/passwd"})
            for descriptor in range(3, 20):
                try:
                    os.write(descriptor, (line + chr(10)).encode())
                except OSError:
                    pass
"""


def assumed_at(told, line):
    return next(each for each in told.json["trial"]["fixes"] if each["line"] == line)


def test_what_fixes_assume_is_asked(graphmend):
    told = graphmend("confirm", "--fix", "--unsafe", "--json", "assuming.py", "other")
    right = assumed_at(told, line_of("assuming.py", "= y[hot] - z[hot]"))
    assert right["assumed"] and all(each["held"] == 3 and each["failed"] == 0 for each in right["assumed"])
    wrong = assumed_at(told, line_of("assuming.py", "= y[hot] + z[hot]"))
    refuted = [each for each in wrong["assumed"] if each["failed"]]
    assert refuted and "z is float32[2, 1]" in refuted[0]["refuted"]
    assert not wrong["confirmed"]


def test_what_was_confirmed_is_applied(graphmend, tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    program = folder / "assuming.py"
    shutil.copy(HERE / "programs/assuming.py", program)
    assert "nothing to fix" in graphmend("fix", "--diff", "--confirmed", "assuming.py", folder=folder).err
    told = graphmend("confirm", "--fix", "--unsafe", "--json", "assuming.py", folder=folder)
    assert assumed_at(told, line_of("assuming.py", "= y[hot] - z[hot]"))["confirmed"]
    told = graphmend("fix", "--diff", "--confirmed", "assuming.py", folder=folder)
    assert "+    out = torch.where(hot, y - z, out)" in told.out and "y + z" not in told.out, "widened() was not called"
    program.write_text(program.read_text().replace("+ 1.0", "+ 2.0"))
    assert "nothing to fix" in graphmend("fix", "--diff", "--confirmed", "assuming.py", folder=folder).err, "another text"



@pytest.fixture
def program(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    return pathlib.Path(shutil.copy(HERE / "programs/assuming.py", folder))


def unsafe_at(graphmend, program, text):
    """The fixes that `check` offers at a line and that rest on an assumption, and why one was declined."""
    line = line_of("assuming.py", text)
    findings = graphmend("check", "--output-format", "json", program.name, folder=program.parent).json["findings"]
    [finding] = [each for each in findings if each["range"]["start"]["line"] == line][:1]
    return [fix for fix in finding["fixes"] if fix["safety"] == "unsafe" and fix["form"] == "plain"], finding["declined"]


def test_titles_say_in_how_many_calls_of_how_many_runs_it_held(graphmend, program):
    for runs, calls in ("1 run", "3 calls"), ("2 runs", "6 calls"):
        told = graphmend("confirm", "--evidence", "--json", "assuming.py", folder=program.parent)
        right = [each for each in told.json["evidence"] if each["line"] == line_of("assuming.py", "= y[hot] - z[hot]")]
        assert right and all((each["held"], each["failed"]) == (3, 0) for each in right)
        [fix], _ = unsafe_at(graphmend, program, "= y[hot] - z[hot]")
        assert fix["evidence"] == f"as in {calls} of {runs}"
        assert fix["title"].endswith(f"(assumes that each of `y` and `z` has the shape and the dtype of `out`, as in {calls} of {runs})")
        [fix], _ = unsafe_at(graphmend, program, "= y[hot] + z[hot]")
        assert fix["evidence"] is None, "widened() was not called"
    assert graphmend("confirm", "assuming.py", folder=program.parent).status == 1
    [fix], _ = unsafe_at(graphmend, program, "= y[hot] - z[hot]")
    assert fix["evidence"] == "as in 6 calls of 2 runs", "a run that does not ask leaves it as it is"
    program.write_text(program.read_text() + "\n")
    [fix], _ = unsafe_at(graphmend, program, "= y[hot] - z[hot]")
    assert fix["evidence"] is None, "another text"


def test_what_a_run_has_refuted_is_withdrawn(graphmend, program):
    assert "y + z" in graphmend("fix", "--diff", "--unsafe", "assuming.py", folder=program.parent).out
    told = graphmend("confirm", "--evidence", "assuming.py", "other", folder=program.parent)
    assert "assumed by fixes: `z.shape == out.shape`, did not hold once: out is float32[2], z is float32[2, 1]" in told.out
    fixes, why = unsafe_at(graphmend, program, "= y[hot] + z[hot]")
    assert fixes == []
    assert why == "`z.shape == out.shape`, which a fix would assume, failed in 1 call of a run, first where out is float32[2], z is float32[2, 1]"
    line = line_of("assuming.py", "= y[hot] + z[hot]")
    assert "failed in 1 call of a run" in graphmend("why", f"assuming.py:{line}", folder=program.parent).out
    told = graphmend("fix", "--diff", "--unsafe", "assuming.py", folder=program.parent)
    assert "y - z" in told.out and "y + z" not in told.out, "also in the rounds behind the first"
    assert "y + z" in graphmend("fix", "--diff", "--unsafe", "--no-cache", "assuming.py", folder=program.parent).out


def test_what_is_called_from_another_file_is_asked_and_fixed(graphmend, tmp_path):
    (tmp_path / "energies.py").write_text("""\
import torch

def kept(x, hot, y):
    out = torch.zeros_like(x)
    out[hot] = (
        y * 2
    )[hot]
    return out
""")
    (tmp_path / "driver.py").write_text("""\
import torch
from energies import kept

@torch.compile(backend="eager")
def run(x):
    return kept(x, x > 0, x + 1)

if __name__ == "__main__":
    run(torch.ones(3))
    run(torch.ones(2))
""")
    told = graphmend("confirm", "--evidence", "--fix", "--unsafe", "--json", "driver.py", folder=tmp_path).json
    assert {each["path"] for each in told["evidence"]} == {"energies.py"}
    assert all((each["held"], each["failed"]) == (2, 0) for each in told["evidence"])
    [fix] = told["trial"]["fixes"]
    assert fix["path"] == "energies.py" and fix["confirmed"]


def test_evidence_is_listed_and_deleted(graphmend, program):
    def evidence(*arguments):
        return graphmend("evidence", *arguments, python=None, folder=program.parent)

    assert "no run has asked" in evidence().out
    graphmend("confirm", "--evidence", "assuming.py", "other", folder=program.parent)
    told = evidence("assuming.py")
    assert told.out.startswith("assuming.py\n  10: GM301 in filled: `y.dtype == out.dtype` held in 3 calls of 1 run\n")
    assert "`z.shape == out.shape` failed in 1 call of 1 call, first where out is float32[2], z is float32[2, 1]" in told.out
    [file] = evidence("--output-format", "json").json["files"]
    assert file["path"] == str(program.resolve()) and file["current"] and len(file["observed"]) == 8
    assert "no run has asked" in evidence("elsewhere").out
    program.write_text("x = 1\n")
    assert "(it was edited since: this is not used)" in evidence().out
    assert (evidence("--delete", "elsewhere").out, evidence("--delete").out) == ("deleted what runs said of 0 files\n", "deleted what runs said of 1 file\n")
    assert "no run has asked" in evidence().out


def test_a_program_that_dies_keeps_what_it_has_shown(graphmend, program):
    program.write_text(program.read_text() + "    __import__('os')._exit(0)\n")
    told = graphmend("confirm", "--evidence", "--json", "assuming.py", folder=program.parent)
    assert any(each["held"] for each in told.json["evidence"])


def test_a_program_cannot_speak_for_tests_that_were_not_asked(graphmend, program):
    program.write_text(program.read_text() + HOSTILE)
    told = graphmend("confirm", "--evidence", "--json", "assuming.py", folder=program.parent)
    assert len(told.json["evidence"]) == 16 and all(each["held"] in (0, 3) and each["failed"] == 0 for each in told.json["evidence"])
    assert [each["path"] for each in graphmend("evidence", "--output-format", "json", python=None, folder=program.parent).json["files"]] == [str(program.resolve())]
