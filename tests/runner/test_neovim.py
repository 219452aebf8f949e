"""`:GraphmendConfirm` in a real Neovim."""

import os
import shutil
import subprocess
import sys

import pytest
from conftest import HERE, PROGRAM, line_of

DRIVE = """
lua vim.g.graphmend_command, vim.g.graphmend_python = vim.env.PROGRAM, vim.env.PYTHON
edit layers.py
GraphmendConfirm 2
lua vim.wait(90000, function() return #vim.fn.getqflist() > 0 end)
lua for _, each in ipairs(vim.fn.getqflist()) do print(each.lnum .. ' ' .. each.text) end
qall!
"""


@pytest.mark.skipif(not shutil.which("nvim"), reason="Neovim is not there")
def test_what_a_run_said_is_in_the_quickfix_list(tmp_path):
    script = tmp_path / "drive.vim"
    script.write_text(DRIVE)
    plugin = HERE.parents[1] / "editors/neovim"
    env = {**os.environ, "PROGRAM": PROGRAM, "PYTHON": sys.executable, "XDG_CACHE_HOME": str(tmp_path)}
    command = ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "--cmd", f"set rtp+={plugin}", "-c", "runtime plugin/graphmend.lua"]
    done = subprocess.run([*command, "-S", str(script)], cwd=HERE / "programs", env=env, capture_output=True, timeout=600)
    text = (done.stdout + done.stderr).decode()
    assert f"{line_of('layers.py', 'if x.sum() > 0')} confirmed, 12 per forward: GM101 branch on the value of a tensor" in text
