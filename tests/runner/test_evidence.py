"""`confirm --fix --unsafe` asks what fixes assume, and `fix --confirmed` takes those that were seen to hold."""

import shutil

from conftest import HERE, line_of


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

