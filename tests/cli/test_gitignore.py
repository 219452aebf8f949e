"""Which files `check` takes below a folder, against `git check-ignore` on random trees.

    python test_gitignore.py [first seed] [number of trees]
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from test_cli import PROGRAM

NAMES = ["a", "b", "ab", "a.py", "b.py", "ab.py", "foo", "bar", "foo.py", "bar.py", "fo o.py", "a[b].py", "x#.py", "!x.py",
         "#y.py", "baz ", "q\\.py", "é.py", "a-b.py", "A.py", "z].py", "_1.py"]
PARTS = ["a", "b", "ab", "foo", "bar", "*", "?", "**", "/", "/", "/", "*.py", "[ab]", "[!a]", "[^b-z]", "[a-z]", "[[:alpha:]]",
         "[[:upper:]]", "[]a]", "[a", "\\*", "\\!", "\\#", "\\ ", " ", ".py", "a.py", "foo/", "**/", "/**", "[a-]", "[\\]]",
         "[[:nope:]]", "[z-a]", "é", "-", "x", "#", "!", "]", "\\\\", "[[:digit:]_]", "[a\\-c]", "[", "[:a:]", "[[]", "[/]", "\\",
         "[a-\\z]"]
GIT = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "XDG_CONFIG_HOME": "/nonexistent"}


def pattern(rng):
    text = rng.choice(NAMES) if rng.random() < 0.3 else "".join(rng.choice(PARTS) for _ in range(rng.randint(1, 5)))
    if rng.random() < 0.25:
        text = "/" + text
    if rng.random() < 0.25:
        text += "/"
    if rng.random() < 0.25:
        text = "!" + text
    if rng.random() < 0.1:
        text += rng.choice([" ", "  ", "\\ ", "\t", "\r", "\\"])
    return text


def grow(rng, folder, depth=0):
    folder.mkdir(exist_ok=True)
    for name in rng.sample(NAMES, rng.randint(2, 7)):
        if name.endswith(".py"):
            (folder / name).write_text("")
        elif depth < 3:
            grow(rng, folder / name, depth + 1)
    if depth == 0 or rng.random() < 0.4:
        text = rng.choice(["\n", "\n", "\r\n"]).join(pattern(rng) for _ in range(rng.randint(1, 6)))
        text = ("\ufeff" if rng.random() < 0.1 else "") + text + ("\n" if rng.random() < 0.7 else "")
        (folder / ".gitignore").write_bytes(text.encode())


def taken_by_git(root):
    files = sorted(str(path.relative_to(root)) for path in root.rglob("*.py") if path.is_file())
    asked = subprocess.run(["git", "check-ignore", "--no-index", "-z", "--stdin"], input="".join(f + "\0" for f in files),
                           cwd=root, env=GIT, capture_output=True, text=True, check=False)
    ignored = set(asked.stdout.split("\0"))
    return [file for file in files if file not in ignored]


def taken_by_graphmend(root):
    # A byte that is not UTF-8 makes every file that is looked at a failure, which names it.
    for path in root.rglob("*.py"):
        path.write_bytes(b"\xff")
    done = subprocess.run([PROGRAM, "check", "--isolated", "--output-format", "json", "."], cwd=root, capture_output=True)
    return sorted(failure["path"] for failure in json.loads(done.stdout)["files"]["failed"])


def difference(seed):
    """What git and the program do not agree on in the tree of the seed."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="graphmend-") as name:
        root = Path(name)
        subprocess.run(["git", "init", "-q", root], check=True, env=GIT)
        (root / ".git/info/exclude").write_text("".join(pattern(rng) + "\n" for _ in range(rng.randint(0, 2))))
        grow(rng, root)
        return set(taken_by_git(root)) ^ set(taken_by_graphmend(root))


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class Gitignore(unittest.TestCase):
    def test_the_same_files_as_git(self):
        for seed in range(60):
            with self.subTest(seed=seed):
                self.assertEqual(difference(seed), set())


if __name__ == "__main__":
    first, number = (int(argument) for argument in (sys.argv[1:] + ["0", "60"])[:2])
    bad = {seed: found for seed in range(first, first + number) if (found := difference(seed))}
    for seed, found in bad.items():
        print(seed, sorted(found))
    print(f"{number} trees, {len(bad)} differ")
    sys.exit(bool(bad))
