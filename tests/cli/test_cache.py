"""With the cache, the output is what it is without, whatever happens to the files and to the cache."""

import contextlib
import ctypes
import os
import random
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from test_cli import PROGRAM

# What modules are made of: one of each line, and two entries. `{other}` and `{third}` are
# modules, `{n}` is a number.
PARTS = [
    ["from . import {other}", "import pkg.{other} as {other}", "from .sub import {other}", "from pkg import {other}"],
    [
        "from .{third} import helper",
        "from .{third} import *",
        "from pkg.{third} import given as helper",
        "from .sub.{third} import helper",
        "from ..pkg.{third} import helper",
        "from outside import helper",
        "try:\n    from .{third} import helper\nexcept ImportError:\n    helper = None",
        "def helper(x):\n    return {other}.given(x)",
    ],
    [
        "def given(x):\n    return x + {n}",
        "def given(x):\n    print(x)\n    return x",
        "def given(x):\n    if x.sum() > {n}:\n        return x * 2\n    return x",
        "def given(x, limit={other}.LIMIT):\n    return x.item() if limit == 1 else x",
    ],
    ["LIMIT = {n}", "from .{other} import LIMIT", "LIMIT = {other}.LIMIT + {n}", ""],
    [
        "from .{other} import Base",
        "class Base(nn.Module):\n    def prepare(self, x):\n        return helper(x)",
        "class Base({other}.Base):\n    def __init__(self):\n        super().__init__()\n        self.limit = LIMIT",
        "class Base(nn.Module):\n    def prepare(self, x):\n        return x.nonzero() if self.training else x",
    ],
    ["TABLE = {{'a': helper, 'b': given}}", "from .{other} import TABLE"],
]
ENTRIES = [
    "@torch.compile\ndef entry{n}(x: torch.Tensor):\n    return helper(x)",
    "@torch.compile\ndef entry{n}(x: torch.Tensor):\n    return {other}.helper(x)",
    "@torch.compile\ndef entry{n}(x: torch.Tensor):\n    return TABLE['a'](x)  # graphmend: ignore[GM201]",
    "class Model{n}(Base):\n    def forward(self, x: torch.Tensor):\n        return self.prepare(x) + helper(x)",
    "class Model{n}(nn.Module):\n    def forward(self, x: torch.Tensor):\n        return {other}.Base().prepare(given(x))",
    "def wrap{n}(it):\n    it.prepare = torch.compile(it.prepare)",
    "class Model{n}(Base):\n    def prepare(self, x: torch.Tensor):\n        return helper(x).nonzero()",
]
YEAR = 365 * 86400  # seconds
SETTLED = 2.6  # seconds after which a time tells one text of a file from the next
NAMES = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"]


def check(folder, cache=None, **more):
    command = [PROGRAM, "check", "--isolated", "--jobs", "2", "--output-format", "json", "pkg"]
    command += ["--cache-dir", str(cache)] if cache else ["--no-cache"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=600, **more)
    return done.stdout, done.stderr, done.returncode


class Package:
    """A folder `pkg` of modules that import each other, and random changes to it."""

    def __init__(self, folder, seed):
        self.random = random.Random(seed)
        self.root = Path(folder) / "pkg"
        (self.root / "sub").mkdir(parents=True)
        (self.root / "__init__.py").touch()
        for name in NAMES:
            self.path(name).write_text(self.module())

    def path(self, name):
        return self.root / f"{name}.py"

    def modules(self):
        return sorted(path for path in self.root.rglob("*.py") if path.exists())  # some are links

    def fill(self, form):
        other, third = self.random.sample(NAMES, 2)
        return form.format(other=other, third=third, n=self.random.randrange(4))

    def module(self):
        parts = [self.random.choice(choices) for choices in PARTS] + self.random.sample(ENTRIES, 2)
        return self.fill("import torch\nfrom torch import nn\n" + "\n".join(parts) + "\n")

    def change(self):
        name = self.random.choice([name for name in dir(Package) if name.startswith("do_")])
        with contextlib.suppress(OSError):  # links may come to lead to themselves, and nobody can write there
            getattr(self, name)()

    def any(self):
        return self.random.choice(self.modules())

    def do_rewrite(self):
        self.any().write_text(self.module())

    def do_append(self):
        with self.any().open("a") as file:
            file.write(self.fill(self.random.choice(self.random.choice([*PARTS, ENTRIES]))) + "\n")

    def do_break(self):
        path = self.any()
        text = path.read_bytes()
        path.write_bytes(text.removesuffix(b"def broken(:\n") if b"broken" in text else text + b"def broken(:\n")

    def do_move_lines(self):
        path = self.any()
        path.write_bytes(b"# moved\n" + path.read_bytes())

    def do_change_a_number_and_put_the_clock_back(self):
        path = self.any()
        status = path.stat()
        path.write_bytes(path.read_bytes().replace(b"1", b"2").replace(b"print(x)", b"(    x)"))
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    def do_delete(self):
        if len(self.modules()) > 9:
            self.any().unlink()

    def do_add(self):
        folder = self.random.choice([self.root, self.root / "sub"])
        (folder / f"{self.random.choice(NAMES)}.py").write_text(self.module())

    def do_rename(self):
        free = [self.path(name) for name in NAMES if not self.path(name).exists()]
        if free:
            self.any().rename(self.random.choice(free))

    def do_swap(self):
        one, other = self.any(), self.any()
        one_text, other_text = one.read_bytes(), other.read_bytes()
        one.write_bytes(other_text)
        other.write_bytes(one_text)

    def do_make_a_package_of_it(self):
        path = self.any()
        folder = path.with_suffix("")
        if path.name != "__init__.py" and not folder.exists():
            folder.mkdir()
            path.rename(folder / "__init__.py")

    def do_link(self):
        path = self.path(self.random.choice(NAMES))
        if not path.is_symlink() and not path.exists():
            path.symlink_to(self.any())

    def do_begin_or_end_a_package(self):
        path = self.root / self.random.choice(["__init__.py", "sub/__init__.py", "../__init__.py"])
        path.unlink() if path.exists() else path.touch()

    def do_look_elsewhere(self):
        source = self.root.parent / "src"
        if source.exists():
            shutil.rmtree(source)
        else:
            source.mkdir()
            (source / "outside.py").write_text("import torch\n" + self.fill(self.random.choice(PARTS[2])).replace("given", "helper") + "\n")

    def do_end_the_project(self):
        path = self.root / "pyproject.toml"
        path.unlink() if path.exists() else path.touch()

    def do_replace(self):
        path = self.any()
        new = path.with_name("new")
        new.write_text(self.module())
        new.replace(path)

    def do_spoil_or_mend_the_encoding(self):
        path = self.any()
        text = path.read_bytes()
        path.write_bytes(text.replace(b"\xff", b"") if b"\xff" in text else text + b"'\xff'\n")

    def do_touch_nothing(self):
        pass


class Opened:
    """The files that anybody opens in some folders while it is entered, by name, each as often as it is opened."""

    IN_OPEN, IN_NONBLOCK = 0x20, 0o4000

    def __init__(self, folders):
        self.folders, self.names = folders, []

    def __enter__(self):
        libc = ctypes.CDLL(None, use_errno=True)
        self.descriptor = libc.inotify_init1(self.IN_NONBLOCK)
        for folder in self.folders:
            if libc.inotify_add_watch(self.descriptor, os.fsencode(folder), self.IN_OPEN) < 0:
                raise OSError(ctypes.get_errno(), "inotify_add_watch")
        return self.names

    def __exit__(self, *_):
        with contextlib.suppress(BlockingIOError):
            while events := os.read(self.descriptor, 1 << 16):
                while events:
                    _, _, _, size = struct.unpack_from("iIII", events)
                    self.names.append(os.fsdecode(events[16 : 16 + size].rstrip(b"\0")))
                    events = events[16 + size :]
        os.close(self.descriptor)


# Two texts of the same size, of which one breaks the graph.
EVEN = "import torch\n\n\n@torch.compile\ndef entry(x: torch.Tensor):\n    print(x)\n    return x\n"
ODD = EVEN.replace("print(x)", "(     x)")


def rewritten(path, text):
    path.write_text(text)


def replaced(path, text):
    new = path.with_suffix(".new")
    new.write_text(text)
    new.replace(path)


def made_again(path, text):
    path.unlink()
    path.write_text(text)


def linked(path, text):
    other = path.with_suffix(".other")
    other.unlink(missing_ok=True)
    other.write_text(text)
    path.unlink()
    os.link(other, path)


class Cache(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="graphmend-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cache = self.folder / "cache"

    def facts(self):
        return sorted(self.cache.glob("*.facts"))

    def assert_same(self, what="", **more):
        expected = check(self.folder)
        self.assertEqual(check(self.folder, self.cache, **more), expected, what)
        return expected

    def test_changes(self):
        steps = int(os.environ.get("GRAPHMEND_CACHE_STEPS", "500"))
        package = Package(self.folder, seed=5)
        seen = set()
        for step in range(steps):
            package.change()
            seen.add(self.assert_same(f"step {step}"))
        self.assertGreater(len(seen), steps // 3)

    # Only the time of change tells of these, and nobody can set that; while it is young it does not tell either.
    def test_same_size_and_same_time(self):
        (self.folder / "pkg").mkdir()
        times = [time.time(), int(time.time()), time.time() - YEAR, time.time() + YEAR, 0]
        changes = [rewritten, replaced, made_again, linked]
        files = {self.folder / f"pkg/{change.__name__}{n}.py": (change, then) for change in changes for n, then in enumerate(times)}
        for path, (_, then) in files.items():
            path.write_text(ODD)
            os.utime(path, (then, then))
        known = self.assert_same()
        for step, pause in enumerate([0, 0, SETTLED, SETTLED, 0, SETTLED]):
            time.sleep(pause)
            self.assertEqual(self.assert_same(), known)
            for path, (change, _) in files.items():
                before = path.stat()
                change(path, [EVEN, ODD][step % 2])
                os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
                after = path.stat()
                self.assertEqual((after.st_size, after.st_mtime_ns), (before.st_size, before.st_mtime_ns))
            new = self.assert_same(f"step {step}")
            self.assertNotEqual(new, known)
            known = new

    # The first run ends long after the file was changed, and then again, between being read and being looked at again.
    def test_changed_while_it_is_looked_at(self):
        package = Package(self.folder, seed=15)
        path = package.any()
        path.write_text(EVEN)
        rng = random.Random(16)
        command = [PROGRAM, "check", "--isolated", "pkg", "--cache-dir", str(self.cache)]
        for step in range(40):
            with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL) as process:
                time.sleep(rng.random() / 50)
                status = path.stat()
                path.write_text([EVEN, ODD][step % 2])
                os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
                process.wait(timeout=600)
            self.assert_same(f"step {step}")

    # Settled when the second run looks at them, though not in the first: the second keeps that, for all later ones.
    def test_what_was_young_is_read_once_more(self):
        package = Package(self.folder, seed=17)
        modules = {path.name for path in package.modules()}
        opened = lambda: Opened([package.root, package.root / "sub"])
        self.assert_same()
        time.sleep(SETTLED)
        with opened() as second:
            check(self.folder, self.cache)
        with opened() as third:
            check(self.folder, self.cache)
        self.assertEqual(modules - set(second), set())
        self.assertLess(len(modules & set(third)), len(modules))

    def test_what_is_known_is_used(self):
        package = Package(self.folder, seed=6)
        (package.root / "silent.py").write_text(ODD)
        time.sleep(SETTLED)  # what has changed moments ago is looked at again
        self.assert_same()
        before = self.facts()[0].stat()
        with Opened([package.root]) as opened:
            check(self.folder, self.cache)
        self.assertNotIn("silent.py", opened)
        after = self.facts()[0].stat()  # nothing was found out anew; it was read again, perhaps a second later
        self.assertEqual((after.st_ino, after.st_mtime_ns), (before.st_ino, before.st_mtime_ns))

    def test_damaged(self):
        Package(self.folder, seed=7)
        self.assert_same()
        file = self.facts()[0]
        good = file.read_bytes()
        rng = random.Random(8)
        spoiled = [b"", b"graphmend facts 1\n", good[: len(good) // 2], good[:-1], good + b"x", bytes(rng.randbytes(5000))]
        for _ in range(20):
            at = rng.randrange(len(good))
            spoiled.append(good[:at] + bytes([good[at] ^ 1 << rng.randrange(8)]) + good[at + 1 :])
        for number, text in enumerate(spoiled):
            file.write_bytes(text)
            self.assert_same(f"spoiled {number}")
            self.assertNotEqual(file.read_bytes(), text)  # and mended

    def test_no_place_to_write(self):
        Package(self.folder, seed=9)
        (self.folder / "file").touch()
        for place in ("/proc/graphmend", "/dev/null", self.folder / "file", self.folder / "file" / "below"):
            self.cache = place
            self.assert_same(place)

    def test_full_disk(self):
        Package(self.folder, seed=10)
        self.assert_same()
        self.facts()[0].unlink()
        expected = check(self.folder)
        full = f"trap '' XFSZ; ulimit -f 1; exec {PROGRAM} check --isolated --output-format json --cache-dir {self.cache} pkg"
        piped = subprocess.run(["bash", "-c", f"({full}) | cat"], cwd=self.folder, capture_output=True, timeout=600)
        self.assertEqual(piped.stdout, expected[0])
        self.assertEqual([path.name for path in self.cache.iterdir()], ["CACHEDIR.TAG"])  # no half of a file

    def test_several_at_once_and_killed(self):
        package = Package(self.folder, seed=11)
        rng = random.Random(12)
        command = [PROGRAM, "check", "--isolated", "pkg", "--cache-dir", str(self.cache)]
        for _ in range(12):
            package.change()
            started = [
                subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                for _ in range(4)
            ]
            time.sleep(rng.random() / 50)
            for process in started[:2]:
                process.send_signal(signal.SIGKILL)
            for process in started:
                process.wait(timeout=600)
            self.assert_same()

    # How often a file was read, and for whom, is nothing that anybody is told.
    def test_text(self):
        for seed in range(20, 30):
            folder = self.folder / str(seed)
            folder.mkdir()
            Package(folder, seed)
            command = [PROGRAM, "check", "--isolated", "pkg"]
            run = lambda *more: subprocess.run([*command, *more], cwd=folder, capture_output=True, text=True).stdout
            expected = run("--no-cache")
            self.assertIn(" checked)", expected)
            for number in ("first", "second"):
                self.assertEqual(run("--cache-dir", str(self.cache)), expected, f"{number} run of {seed}")

    def test_settings_are_told_apart(self):
        Package(self.folder, seed=13)
        for options in ([], ["--torch-version", "2.6"], ["--entries", "functions"], ["--ignore", "GM1"], ["--as-fullgraph"]):
            command = [PROGRAM, "check", "--isolated", "--output-format", "json", "pkg", *options]
            run = lambda *more: subprocess.run([*command, *more], cwd=self.folder, capture_output=True).stdout
            self.assertEqual(run("--cache-dir", str(self.cache)), run("--no-cache"), options)
            self.assertEqual(run("--cache-dir", str(self.cache)), run("--no-cache"), options)
        self.assertEqual(len(self.facts()), 5)

    def test_clean(self):
        Package(self.folder, seed=14)
        self.assert_same()
        clean = lambda: subprocess.run([PROGRAM, "clean", "--cache-dir", str(self.cache)], capture_output=True, text=True)
        self.assertRegex(clean().stdout, r"^deleted \d+ KiB in ")
        self.assertFalse(self.cache.exists())
        self.cache.mkdir()
        precious = self.cache / "precious"
        precious.touch()
        self.assert_same()
        self.assertRegex(clean().stdout, "^nothing kept in ")
        self.assertTrue(precious.exists())


if __name__ == "__main__":
    unittest.main()
