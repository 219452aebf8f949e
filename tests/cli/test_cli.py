"""Runs the cases beside this file: what the program prints, and how it exits, as data.

A case is a folder: `cmd` holds shell lines, `expected` what they print, everything else is copied into the empty folder
in which they run. UPDATE=1 writes `expected`; read the diff. The program is $GRAPHMEND, else build/release/graphmend.
"""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAM = Path(os.environ.get("GRAPHMEND", HERE.parents[1] / "build/release/graphmend")).resolve()


def environment(folder):
    """Nothing of the caller's but the way to the tools; `graphmend` is on the path."""
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    (bin_folder / "graphmend").symlink_to(PROGRAM)
    return {"PATH": f"{bin_folder}:{os.environ['PATH']}", "HOME": str(folder), "LC_ALL": "C.UTF-8"}


def transcript(case):
    """What the lines of `cmd` print, each after the line itself."""
    with tempfile.TemporaryDirectory(prefix="graphmend-") as name:
        folder = Path(name)
        work = folder / "work"
        shutil.copytree(case, work, ignore=shutil.ignore_patterns("cmd", "expected"))
        env = environment(folder)
        text = ""
        for line in (case / "cmd").read_text().splitlines():
            done = subprocess.run(["bash", "-c", line], cwd=work, env=env, capture_output=True, timeout=600)
            text += f"$ {line}\n" + done.stdout.decode(errors="backslashreplace")
            if done.stderr:
                text += "[stderr]\n" + done.stderr.decode(errors="backslashreplace")
            if done.returncode:
                text += f"[exit {done.returncode}]\n"
        return text.replace(str(work), "WORK")


class Cases(unittest.TestCase):
    maxDiff = None

    def test_cases(self):
        cases = sorted(path.parent for path in HERE.glob("*/cmd"))
        self.assertTrue(cases)
        for case in cases:
            with self.subTest(case=case.name):
                got = transcript(case)
                expected = case / "expected"
                if os.environ.get("UPDATE"):
                    expected.write_text(got)
                self.assertEqual(got, expected.read_text() if expected.exists() else "")


if __name__ == "__main__":
    unittest.main()
