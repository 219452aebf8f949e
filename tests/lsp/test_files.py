"""Documents whose findings depend on other files: open ones, and those on the disk."""

import shutil
import time

import pytest
from support import Raw

MODEL = """\
import torch
from helpers import helper

@torch.compile
def f(x: torch.Tensor):
    return helper(x)
"""
BREAKS = "def helper(x):\n    return x.item()\n"
FINE = "def helper(x):\n    return x + 1\n"


class Editor(Raw):
    """A client whose documents lie in a folder, known by their names."""

    def __init__(self, folder, capabilities=None):
        super().__init__()
        self.folder, self.number, self.versions = folder, 0, {}
        self.initialize(capabilities)

    def ask(self, method, params):
        self.number += 1
        self.send(method, params, id=self.number)
        return self.reply(self.number)["result"]

    def uri(self, name):
        return (self.folder / name).as_uri()

    def edit(self, name):
        self.versions[name] = 1
        self.open(self.uri(name), (self.folder / name).read_text())

    def type(self, name, text):
        self.versions[name] += 1
        document = {"uri": self.uri(name), "version": self.versions[name]}
        self.send("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def close(self, name):
        self.send("textDocument/didClose", {"textDocument": {"uri": self.uri(name)}})

    def pull(self, name):
        return codes(self.ask("textDocument/diagnostic", {"textDocument": {"uri": self.uri(name)}})["items"])

    def told(self, name, expected):
        """Waits until the last that the server has said of the document is what is expected."""

        def last(message):
            same = [
                m["params"]
                for m in self.messages
                if m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == self.uri(name)
            ]
            return same and codes(same[-1]["diagnostics"]) == expected

        self.wait_for(last)


def codes(diagnostics):
    return [(d["code"], d["range"]["start"]["line"]) for d in diagnostics]


@pytest.fixture
def editor(tmp_path):
    (tmp_path / "model.py").write_text(MODEL)
    (tmp_path / "helpers.py").write_text(BREAKS)
    with Editor(tmp_path) as client:
        yield client


def test_a_cause_in_another_file_is_told_at_the_call(editor):
    editor.edit("model.py")
    editor.told("model.py", [("GM201", 5)])
    told = editor.messages[-1]["params"]["diagnostics"][0]
    assert told["message"].startswith("leads to a graph break in `helper`")
    position = {"line": 5, "character": 12}
    text = editor.ask("textDocument/hover", {"textDocument": {"uri": editor.uri("model.py")}, "position": position})
    assert str(editor.folder / "helpers.py") + ", line 2" in text["contents"]["value"]


def test_an_edit_is_seen_by_those_who_depend_on_it(editor):
    editor.edit("model.py")
    editor.edit("helpers.py")
    editor.told("model.py", [("GM201", 5)])
    editor.type("helpers.py", FINE)
    editor.told("model.py", [])
    editor.type("helpers.py", BREAKS)
    editor.told("model.py", [("GM201", 5)])
    editor.type("helpers.py", FINE)
    editor.told("model.py", [])
    editor.close("helpers.py")  # without having been saved
    editor.told("model.py", [("GM201", 5)])


def test_those_who_pull_are_told_to_do_so(tmp_path):
    (tmp_path / "model.py").write_text(MODEL)
    (tmp_path / "helpers.py").write_text(BREAKS)
    pulls = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
    with Editor(tmp_path, pulls) as editor:
        editor.edit("model.py")
        editor.edit("helpers.py")
        assert editor.pull("model.py") == [("GM201", 5)]
        editor.type("helpers.py", FINE)
        editor.wait_for(lambda message: message.get("method") == "workspace/diagnostic/refresh")
        assert editor.pull("model.py") == []
        editor.type("helpers.py", BREAKS)
        assert editor.pull("model.py") == [("GM201", 5)]  # without being told


CHANGES = {
    "written": lambda folder: (folder / "helpers.py").write_text(FINE),
    "deleted": lambda folder: (folder / "helpers.py").unlink(),
    "renamed": lambda folder: (folder / "helpers.py").rename(folder / "others.py"),
    "replaced": lambda folder: ((folder / "new").write_text(FINE), (folder / "new").rename(folder / "helpers.py")),
    "shadowed": lambda folder: ((folder / "helpers").mkdir(), (folder / "helpers/__init__.py").write_text(FINE)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_disk_is_watched_without_the_help_of_the_client(editor, change):
    editor.edit("model.py")
    editor.told("model.py", [("GM201", 5)])
    CHANGES[change](editor.folder)
    editor.told("model.py", [])
    for path in editor.folder.glob("helpers*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    (editor.folder / "helpers.py").write_text(BREAKS)
    editor.told("model.py", [("GM201", 5)])


def test_many_files_at_once(editor):
    """As `git checkout` does it."""
    names = [f"module{i}" for i in range(500)]
    imports = "".join(f"from {name} import helper as {name}\n" for name in names)
    uses = "".join(f"    x = {name}(x)\n" for name in names)
    (editor.folder / "all.py").write_text(f"import torch\n{imports}\n@torch.compile\ndef f(x: torch.Tensor):\n{uses}")

    def write(text):
        for name in names:
            (editor.folder / f"{name}.py").write_text(text)

    write(FINE)
    editor.edit("all.py")
    editor.told("all.py", [])
    write("def helper(x):\n    print(x)\n    return x\n")
    editor.send(
        "workspace/didChangeWatchedFiles",
        {"changes": [{"uri": editor.uri(f"{name}.py"), "type": 2} for name in names]},
    )
    editor.told("all.py", [("GM401", 504 + i) for i in range(500)])


def test_a_new_environment(editor):
    (editor.folder / "helpers.py").unlink()
    editor.edit("model.py")
    editor.told("model.py", [])
    site = editor.folder / ".venv/lib/python3.11/site-packages"
    site.mkdir(parents=True)
    (editor.folder / ".venv/pyvenv.cfg").write_text("version = 3.11.2\n")
    (site / "helpers.py").write_text(BREAKS)
    editor.told("model.py", [("GM201", 5)])
    shutil.rmtree(editor.folder / ".venv")
    editor.told("model.py", [])


def test_a_file_that_nobody_can_read_is_not_read_again_and_again(editor):
    (editor.folder / "helpers.py").write_bytes(b"\xff")
    editor.edit("model.py")
    editor.told("model.py", [])
    time.sleep(3)
    said = [m for m in editor.messages if m.get("method") == "textDocument/publishDiagnostics"]
    assert len(said) == 1
