"""A virtual environment for one package: what it needs, and of torch the one that is there already."""

import email
import pathlib
import re
import subprocess
import sys

LIMIT = 280  # seconds for pip


class NotInstalled(Exception):
    """Says what pip said."""


def installed(wanted, torch, folder):
    """(interpreter, site-packages, version, top-level names) of a package, installed once. `torch`: the interpreter that
    has torch, which the new environment shares: pip finds it there and brings no other.
    """
    python, site = folder / "bin/python", _site(folder)
    if not (folder / ".complete").exists():
        subprocess.run([torch, "-m", "venv", "--without-pip", "--clear", str(folder)], check=True)
        (site / "shared.pth").write_text(f"{_site_of(torch)}\n")
        pins = folder / "pins.txt"
        pins.write_text("torch==2.13.0\n")
        pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-c", str(pins), wanted]
        try:
            done = subprocess.run(pip, capture_output=True, text=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            raise NotInstalled(f"pip took more than {LIMIT} s") from None
        if done.returncode:
            raise NotInstalled((done.stderr.strip().splitlines() or ["pip failed"])[-1])
        (folder / ".complete").touch()
    about = _metadata(site, wanted.partition("==")[0])
    version = email.message_from_string((about / "METADATA").read_text(errors="replace"))["Version"]
    return python, site, version, _top_level(about)


def _site(folder):
    return folder / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"


def _site_of(python):
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def _plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def _metadata(site, name):
    for about in site.glob("*.dist-info"):
        if _plain(about.name.rpartition("-")[0].removesuffix(".dist")) == _plain(name) or _plain(about.name).startswith(_plain(name) + "-"):
            return about
    raise NotInstalled("no metadata of it was installed")


def _top_level(about):
    """What the package brings that can be imported; its tests, examples and documents are not counted."""
    paths = [pathlib.PurePosixPath(line.split(",")[0].strip('"')) for line in (about / "RECORD").read_text().splitlines()]
    names = {path.parts[0].removesuffix(".py") for path in paths if path.suffix == ".py" and ".." not in path.parts}
    return sorted(name for name in names if name.isidentifier() and name not in ("tests", "test", "examples", "docs", "scripts", "setup"))
