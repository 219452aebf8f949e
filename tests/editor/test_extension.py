"""The packed extension in a fresh VS Code: `./dev editor` packs it, brings VS Code, and runs this. CI does not."""
import json
import pathlib
import shutil
import subprocess

import pytest

vs_code = pytest.importorskip("vs_code", reason="no playwright: ./dev editor brings it")
pytestmark = pytest.mark.skipif(not vs_code.EXTENSION, reason="no VS Code: ./dev editor brings one")

MODEL = pathlib.Path(__file__).with_name("model.py")
LINE, WORD = "y.abs().max", "abs"
FIX = "Rewrite with `torch.where`"


@pytest.fixture
def model(tmp_path):
    """A file with one finding, alone in a folder."""
    (tmp_path / "work").mkdir()
    return pathlib.Path(shutil.copy(MODEL, tmp_path / "work"))


@pytest.fixture
def another(tmp_path):
    """A program for the setting graphmend.path, and the file in which it tells that it was started.

    It does what the one of the extension does.
    """
    path, told = tmp_path / "another", tmp_path / "told"
    own = tmp_path / "code/extensions/graphmend.graphmend-*/program/bin/graphmend"
    path.write_text(f'#!/bin/sh\necho "$@" >>{told}\nexec {own} "$@"\n')
    path.chmod(0o755)
    return path, told


def test_without_any_setting(tmp_path, model):
    code = tmp_path / "code"
    with vs_code.opened(code, model) as page:
        vs_code.seen(page, "1-finding")
        told = vs_code.hover(page, LINE, WORD)
        vs_code.wait_for(lambda: "Fix (safe): rewrite with torch.where" in told())
        assert "limited is compiled" in told() and "It splits the graph" in told()
        vs_code.seen(page, "2-hover")
        page.keyboard.press("Escape")
        offered = vs_code.fixes(page, LINE, WORD)
        vs_code.seen(page, "3-fixes")
        offered.filter(has_text=FIX).click()
        page.wait_for_selector(".squiggly-warning", state="detached")
        page.keyboard.press("Control+S")
        vs_code.wait_for(lambda: model.read_text() != MODEL.read_text())
        vs_code.seen(page, "4-fixed")
    assert not (code / "data/User/settings.json").exists()
    by_command = pathlib.Path(shutil.copy(MODEL, tmp_path))
    subprocess.run([vs_code.program(code), "fix", "--no-cache", by_command], check=True, capture_output=True)
    assert "torch.where" in model.read_text() and model.read_text() == by_command.read_text()


def test_the_setting_names_another_program(tmp_path, model, another):
    path, told = another
    with vs_code.opened(tmp_path / "code", model, {"graphmend.path": str(path)}) as page:
        vs_code.seen(page, "5-another-program")
    assert told.read_text() == "server\n"


def test_a_folder_names_a_program_only_when_it_is_trusted(tmp_path, model, another):
    path, told = another
    (model.parent / ".vscode").mkdir()
    (model.parent / ".vscode/settings.json").write_text(json.dumps({"graphmend.path": str(path)}))
    with vs_code.opened(tmp_path / "code", model) as page:
        vs_code.seen(page, "6-not-trusted")
        assert not told.exists()
        page.get_by_role("button", name="Restricted Mode:").click()
        page.get_by_role("button", name="Trust", exact=True).click()
        vs_code.wait_for(told.exists)
        vs_code.seen(page, "7-trusted")
    assert told.read_text() == "server\n"
