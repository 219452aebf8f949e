"""What is seen on a terminal alone, and `check --watch`."""

import os
import pty
import signal
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from test_cli import PROGRAM

CLEAN = "import torch\n\n\n@torch.compile\ndef f(x: torch.Tensor):\n    return x + 1\n"
BREAKS = CLEAN.replace("x + 1", "x.item()")


def on_terminal(command, folder):
    """Standard error of a command, which is a terminal."""
    main, other = pty.openpty()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=other) as process:
        os.close(other)
        text = b""
        try:
            while block := os.read(main, 4096):
                text += block
        except OSError:  # the other end is closed
            pass
        process.wait()
    os.close(main)
    return text.decode()


class Terminal(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="graphmend-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "model.py").write_text(CLEAN)
        self.command = [PROGRAM, "check", "--no-cache", "--isolated", "."]

    def test_progress_is_shown_and_goes(self):
        (self.folder / "more.py").write_text(CLEAN)
        self.assertRegex(on_terminal(self.command, self.folder), "^(\rchecked [12] of 2 files\x1b\\[K)+\r\x1b\\[K$")

    def test_the_slowest_file_is_named(self):
        os.mkfifo(self.folder / "slow.py")
        writer = threading.Timer(3.5, (self.folder / "slow.py").write_text, [CLEAN])  # until then nobody can read it
        writer.start()
        self.addCleanup(writer.join)
        text = on_terminal([*self.command[:-1], "model.py", "slow.py"], self.folder)
        self.assertRegex(text, "\rchecked 1 of 2 files; slow.py for [23] s\x1b\\[K")
        self.assertTrue(text.endswith("\r\x1b[K"))

    def test_no_progress_of_one_file(self):
        self.assertEqual(on_terminal(self.command, self.folder), "")

    def test_watch_checks_again_when_a_file_changes(self):
        # A shell starts what runs in the background with this signal ignored.
        process = subprocess.Popen([*self.command, "--watch"], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        guard = threading.Timer(300, process.kill)  # no line would be an answer as well
        guard.start()
        self.addCleanup(guard.cancel)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)

        def waits_for(words):
            lines = iter(process.stdout.readline, "")
            self.assertTrue(any(words in line for line in lines), words)

        def writes(name, text):
            (self.folder / name).write_text(text)

        waits_for("no findings in 1 file")
        writes("model.py", BREAKS)
        waits_for("model.py:6:12: warning GM201")
        writes("new.py", BREAKS)
        waits_for("new.py:6:12: warning GM201")
        (self.folder / "new.py").unlink()
        writes("model.py", CLEAN)
        waits_for("no findings in 1 file")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(), -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
