"""A virtual environment for one package: what it needs, and of torch the one that is there already."""

import json
import pathlib
import subprocess
import sys

LIMIT = 280  # seconds for pip
ASIDE = ("tests", "test", "examples", "docs", "scripts", "setup")
SITE = "import sysconfig; print(sysconfig.get_path('purelib'))"
ABOUT = """
import importlib.metadata, json, sys
found = importlib.metadata.distribution(sys.argv[1])
print(json.dumps({"version": found.version, "files": [str(each) for each in found.files or ()]}))
"""


class NotInstalled(Exception):
    """Says what pip said."""


def installed(wanted, torch, folder):
    """(interpreter, site-packages, version, top-level names) of a package, installed once. `torch`: the interpreter that
    has torch, which the new environment shares: pip finds it there and brings no other.
    """
    python, site = folder / "bin/python", _site(folder)
    if not (folder / ".complete").exists():
        subprocess.run([torch, "-m", "venv", "--without-pip", "--clear", str(folder)], check=True)
        (site / "shared.pth").write_text(_said(torch, SITE) + "\n")
        pins = folder / "pins.txt"
        pins.write_text(f"torch=={torch_version(torch)}\n")
        pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-c", str(pins), wanted]
        try:
            done = subprocess.run(pip, capture_output=True, text=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            raise NotInstalled(f"pip took more than {LIMIT} s") from None
        if done.returncode:
            raise NotInstalled((done.stderr.strip().splitlines() or ["pip failed"])[-1])
        (folder / ".complete").touch()
    about = json.loads(_said(python, ABOUT, wanted.partition("==")[0]))
    return python, site, about["version"], _top_level(about["files"])


def torch_version(python):
    return _said(python, "import importlib.metadata as m; print(m.version('torch'))").partition("+")[0]


def _site(folder):
    return folder / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"


def _said(python, code, *arguments):
    return subprocess.run([python, "-c", code, *arguments], check=True, capture_output=True, text=True).stdout.strip()


def _top_level(files):
    """What the package brings that can be imported; its tests, examples and documents are not counted."""
    paths = [pathlib.PurePosixPath(each) for each in files]
    names = {path.parts[0].removesuffix(".py") for path in paths if path.suffix == ".py" and ".." not in path.parts}
    return sorted(name for name in names if name.isidentifier() and name not in ASIDE)
