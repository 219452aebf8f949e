"""Where the program `graphmend` is: beside this package, as a wheel or a Debian package puts it, or on the PATH."""

from __future__ import annotations

import os
import shutil
import sysconfig


def find() -> str | None:
    """The path of the program; None if it is nowhere."""
    beside = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", f"{os.name}_user"),
        os.path.join(beside, "bin"),                      # pip install --target
        os.path.join(beside, "..", "..", "..", "bin"),    # share/graphmend/runner
    ]
    return shutil.which("graphmend", path=os.pathsep.join(folders)) or shutil.which("graphmend")
