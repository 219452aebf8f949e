"""What holds for every input: any number of threads gives the same bytes, and `fix --diff` is what `fix` does."""

import ast
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from test_cli import HERE, PROGRAM

ROOT = HERE.parents[1]
FIXABLE = """\
import logging
import torch

# caf\u00e9
logger = logging.getLogger(__name__)


@torch.compile
def step(x: torch.Tensor):
    x = x.float()
    if x.sum() > 0:
        x = x + 1
    else:
        x = x - 1
    print("done")
    logger.info("done")
    return x
"""


def graphmend(*arguments, cwd):
    return subprocess.run([PROGRAM, *arguments], cwd=cwd, capture_output=True, check=False)


def project(folder):
    """Every Python file of the repository, and one that can be fixed in every spelling that a file may have."""
    for number, path in enumerate(sorted(ROOT.glob("examples/**/*.py")) + sorted(ROOT.glob("tests/**/*.py"))):
        shutil.copy(path, folder / f"copy{number}.py")
    lines = FIXABLE.encode()
    spellings = {
        "plain.py": lines,
        "windows.py": lines.replace(b"\n", b"\r\n"),
        "old_mac.py": lines.replace(b"\n", b"\r"),
        "mixed.py": lines.replace(b":\n", b":\r\n"),
        "unfinished.py": lines.rstrip(b"\n"),
        "marked.py": b"\xef\xbb\xbf" + lines,
        "latin.py": b"# -*- coding: latin-1 -*-\n" + FIXABLE.encode("latin-1"),
        "tabs.py": lines.replace(b"    ", b"\t"),
        "with space.py": lines,
    }
    for name, content in spellings.items():
        (folder / name).write_bytes(content)
    return spellings


class Properties(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="graphmend-")
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name) / "project"
        self.folder.mkdir()
        self.spellings = project(self.folder)

    def test_threads_change_nothing(self):
        for output_format in ("json", "text", "sarif", "github"):
            arguments = ["check", "--output-format", output_format, "."]
            once = graphmend(*arguments, "--jobs", "1", cwd=self.folder)
            for jobs in ("2", "8"):
                again = graphmend(*arguments, "--jobs", jobs, cwd=self.folder)
                self.assertEqual((once.returncode, once.stdout, once.stderr), (again.returncode, again.stdout, again.stderr))

    def files(self):
        return {path.name: path.read_bytes() for path in self.folder.glob("*.py")}

    def test_suppress_writes_comments_alone_and_leaves_nothing(self):
        def code(content):
            with contextlib.suppress(SyntaxError, ValueError):
                return ast.dump(ast.parse(content))

        before = self.files()
        self.assertIn(b"comments in", graphmend("check", "--suppress", "--reason", "why", ".", cwd=self.folder).stdout)
        after = self.files()
        for name, content in before.items():
            with self.subTest(file=name):
                self.assertEqual(code(after[name]), code(content))
                for ending in (b"\r\n", b"\r", b"\n"):
                    self.assertEqual(after[name].count(ending), content.count(ending))
        found = json.loads(graphmend("check", "--output-format", "json", ".", cwd=self.folder).stdout)
        failed = {failure["path"] for failure in found["files"]["failed"]}
        left = [finding for finding in found["findings"] if finding["path"] not in failed and finding["code"] != "GM801"]
        self.assertEqual(left, [])
        self.assertIn(b"nothing to silence", graphmend("check", "--suppress", ".", cwd=self.folder).stdout)
        self.assertEqual(self.files(), after)

    def test_findings_are_sorted_and_in_every_spelling(self):
        findings = json.loads(graphmend("check", "--output-format", "json", ".", cwd=self.folder).stdout)["findings"]
        keys = [(f["path"], f["range"]["start"]["line"], f["range"]["start"]["column"], f["code"]) for f in findings]
        self.assertEqual(keys, sorted(keys))
        found = {path: [key[1:] for key in keys if key[0] == path] for path in self.spellings}
        self.assertTrue(found["plain.py"])
        for path in ("windows.py", "old_mac.py", "mixed.py", "unfinished.py", "marked.py", "with space.py"):
            self.assertEqual(found[path], found["plain.py"], path)
        self.assertEqual(len(found["latin.py"]), len(found["plain.py"]))

    def test_the_patch_is_what_fix_does(self):
        for options in ([], ["--unsafe"]):
            patched, fixed = (Path(self.temporary.name) / name for name in ("patched", "fixed"))
            for copy in (patched, fixed):
                shutil.copytree(self.folder, copy)
            patch = graphmend("fix", "--diff", *options, ".", cwd=patched).stdout
            self.assertEqual(self.contents(patched), self.contents(self.folder))
            self.assertTrue(patch)
            applied = subprocess.run(["patch", "-p1", "--binary", "--quiet"], input=patch, cwd=patched, capture_output=True)
            self.assertEqual(applied.returncode, 0, applied.stdout)
            graphmend("fix", *options, ".", cwd=fixed)
            self.assertEqual(self.contents(patched), self.contents(fixed))
            self.assertEqual(graphmend("fix", "--diff", *options, ".", cwd=fixed).stdout, b"", "fixing again changes nothing")
            for copy in (patched, fixed):
                shutil.rmtree(copy)

    def test_fix_keeps_line_endings_encodings_modes_and_links(self):
        os.chmod(self.folder / "plain.py", 0o755)
        (self.folder / "elsewhere").mkdir()
        (self.folder / "plain.py").rename(self.folder / "elsewhere/real.py")
        (self.folder / "plain.py").symlink_to("elsewhere/real.py")
        graphmend("fix", "--unsafe", ".", cwd=self.folder)
        fixed = {path: (self.folder / path).read_bytes() for path in self.spellings}
        self.assertNotEqual(fixed["plain.py"], self.spellings["plain.py"])
        self.assertTrue((self.folder / "plain.py").is_symlink())
        self.assertEqual((self.folder / "elsewhere/real.py").stat().st_mode & 0o777, 0o755)
        self.assertEqual(fixed["windows.py"], fixed["plain.py"].replace(b"\n", b"\r\n"))
        self.assertEqual(fixed["old_mac.py"], fixed["plain.py"].replace(b"\n", b"\r"))
        self.assertEqual(fixed["unfinished.py"], fixed["plain.py"].rstrip(b"\n"))
        self.assertEqual(fixed["marked.py"], b"\xef\xbb\xbf" + fixed["plain.py"])
        self.assertEqual(fixed["latin.py"].decode("latin-1").partition("\n")[2], fixed["plain.py"].decode())

    @staticmethod
    def contents(folder):
        return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


if __name__ == "__main__":
    unittest.main()
