"""What a run said is kept, shown by others, and ages with the file."""

import shutil

from conftest import HERE


def note_at(graphmend, folder, line):
    told = graphmend("check", "--output-format", "json", "--with-confirm", "layers.py", folder=folder)
    return next(each for each in told.json["findings"] if each["range"]["start"]["line"] == line).get("confirmation")


def test_findings_keep_what_was_seen_until_they_are_edited(graphmend, tmp_path):
    path = tmp_path / "layers.py"
    shutil.copy(HERE / "programs/layers.py", path)
    text = path.read_text()
    branch = text[: text.index("if x.sum() > 0")].count("\n") + 1
    assert note_at(graphmend, tmp_path, branch) is None
    assert graphmend("confirm", "--calls", "1", "layers.py:build", folder=tmp_path).status == 1
    note = note_at(graphmend, tmp_path, branch)
    assert note.startswith("confirmed on torch 2.13.0") and note.endswith("12 times per forward, in 1 forward")
    path.write_text("# a line more\n" + text)
    assert note_at(graphmend, tmp_path, branch + 1) == f"{note}, before the last edits"
    path.write_text(text.replace("if x.sum() > 0", "if x.mean() > 0"))
    assert note_at(graphmend, tmp_path, branch) == f"{note}, before this line was edited"
    path.write_text(text)
    told = graphmend("check", "--with-confirm", "layers.py", folder=tmp_path)
    assert f"= {note}\n" in told.out
