"""What a run said is kept, shown by others, and ages with the file."""

import json
import os
import re
import shutil
import subprocess

from conftest import HERE, PROGRAM, line_of


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


def test_what_only_a_run_has_shown_is_shown_in_every_form(graphmend, tmp_path):
    path = tmp_path / "lines.py"
    shutil.copy(HERE / "programs/lines.py", path)
    (tmp_path / "quiet.py").write_text("x = 1\n")
    line = next(number for number, text in enumerate(path.read_text().splitlines(), 1) if "torch.compiler.disable" in text)

    def check(*arguments):
        return graphmend("check", "--select", "GM4", *arguments, "lines.py", "quiet.py", folder=tmp_path)

    assert graphmend("confirm", "--select", "GM4", "lines.py", folder=tmp_path).status == 1
    assert "onlyAtRunTime" not in check("--output-format", "json").json
    entries = check("--with-confirm", "--output-format", "json").json["onlyAtRunTime"]
    assert [(each["path"], each["line"]) for each in entries] == sorted((each["path"], each["line"]) for each in entries)
    entry = next(each for each in entries if each["line"] == line)
    assert entry["path"] == "lines.py" and entry["text"].startswith("only at run time: ") and "on torch 2." in entry["text"]
    told = check("--with-confirm")
    assert re.search(rf"^lines\.py:{line}:\d+: {re.escape(entry['text'])}\n", told.out, re.M)
    assert told.out.rstrip().endswith(f"; {len(entries)} only at run time")
    run = check("--with-confirm", "--output-format", "sarif").json["runs"][0]
    seen = [each for each in run["results"] if run["tool"]["driver"]["rules"][each["ruleIndex"]]["id"] == "run-time"]
    assert [each["locations"][0]["physicalLocation"]["region"]["startLine"] for each in seen] == [each["line"] for each in entries]
    assert all(each["level"] == "note" for each in seen)
    assert f"::notice file=lines.py,line={line}::only at run time" in check("--with-confirm", "--output-format", "github").out
    path.write_text("x = 1\n")  # a file without findings, which a run knows of
    assert check("--with-confirm", "--output-format", "json").json["onlyAtRunTime"] == []
    path.write_text("# a line more\n" + (HERE / "programs/lines.py").read_text().replace("print(", "id("))
    moved = check("--with-confirm", "--output-format", "json").json
    assert moved["findings"] == []
    assert {"path": "lines.py", "line": line + 1, "text": entry["text"] + ", before the last edits"} in moved["onlyAtRunTime"]


class Editor:
    """The least that a language server talks to."""

    def __init__(self, folder, cache):
        env = {**os.environ, "XDG_CACHE_HOME": str(cache)}
        self.server = subprocess.Popen([PROGRAM, "server"], cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send("initialize", 1, {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self.send("initialized", None, {})

    def send(self, method, number, params):
        message = {"jsonrpc": "2.0", "method": method, "params": params, **({"id": number} if number else {})}
        body = json.dumps(message).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def read(self, wanted):
        """The first message from now on that is `wanted`."""
        while True:
            length = int(self.server.stdout.readline().split(b":")[1])
            assert self.server.stdout.readline() == b"\r\n"
            message = json.loads(self.server.stdout.read(length))
            if wanted(message):
                return message

    def diagnostics(self, word):
        """The next ones that hold a word."""
        told = self.read(lambda message: message.get("method") == "textDocument/publishDiagnostics" and word in json.dumps(message))
        return told["params"]["diagnostics"]


def test_an_open_file_hears_of_a_run(graphmend, tmp_path):
    path = tmp_path / "lines.py"
    shutil.copy(HERE / "programs/lines.py", path)
    text = path.read_text()
    editor = Editor(tmp_path, tmp_path)
    try:
        editor.send("textDocument/didOpen", None, {"textDocument": {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": text}})
        assert "confirmed" not in json.dumps(editor.diagnostics("GM401"))
        assert graphmend("confirm", "--select", "GM4", "lines.py", folder=tmp_path).status == 1
        said = editor.diagnostics("confirmed on torch")  # without an edit
        late = [each for each in said if each["message"].startswith("only at run time")]
        lines = text.splitlines()
        assert "torch.compiler.disable" in lines[late[0]["range"]["start"]["line"]] and late[0]["severity"] == 3
        editor.send("textDocument/codeLens", 2, {"textDocument": {"uri": path.as_uri()}})
        lenses = editor.read(lambda message: message.get("id") == 2)["result"]
        assert any(each["command"]["title"].startswith("GM401 confirmed on torch") for each in lenses)
        assert any(each["command"]["title"].startswith("only at run time") for each in lenses)
        change = {"textDocument": {"uri": path.as_uri(), "version": 2}, "contentChanges": [{"text": "# one more\n" + text}]}
        editor.send("textDocument/didChange", None, change)
        moved = [each for each in editor.diagnostics("before the last edits") if each["message"].startswith("only at run time")]
        assert moved[0]["range"]["start"]["line"] == late[0]["range"]["start"]["line"] + 1
    finally:
        editor.server.kill()
        editor.server.wait()


def test_an_open_file_says_how_often_assumptions_held(graphmend, tmp_path):
    path = tmp_path / "assuming.py"
    shutil.copy(HERE / "programs/assuming.py", path)
    editor = Editor(tmp_path, tmp_path)

    def actions(number, text):
        place = {"line": line_of("assuming.py", text) - 1, "character": 20}
        asked = {"textDocument": {"uri": path.as_uri()}, "range": {"start": place, "end": place}, "context": {"diagnostics": []}}
        editor.send("textDocument/codeAction", number, asked)
        return [each["title"] for each in editor.read(lambda message: message.get("id") == number)["result"]]

    try:
        editor.send("textDocument/didOpen", None, {"textDocument": {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": path.read_text()}})
        editor.diagnostics("GM301")
        before = actions(2, "= y[hot] + z[hot]")
        assert any("assumes that each of `y` and `z`" in each for each in before)
        assert graphmend("confirm", "--evidence", "assuming.py", "other", folder=tmp_path).status == 1
        editor.diagnostics("confirmed on torch")
        assert any("as in 3 calls of 1 run)" in each for each in actions(3, "= y[hot] - z[hot]"))
        assert not any("assumes that each of `y` and `z`" in each for each in actions(4, "= y[hot] + z[hot]"))
    finally:
        editor.server.kill()
        editor.server.wait()
