"""The binary as a child of this process: `graphmend rewrite`, a request and an answer a line."""

import json
import os
import threading

PATIENCE = 120  # seconds; a module takes milliseconds, a large one with all that it imports a few seconds


class Failed(Exception):
    """The binary does not answer; the reason is the text."""


class Rewriter:
    def __init__(self, command):
        self._command = command
        self._renew()
        # Another process must not talk to our child, nor wait for a thread that it has not.
        os.register_at_fork(after_in_child=self._renew)

    def _renew(self):
        self._lock = threading.Lock()
        self._child = None
        self._broken = None

    def ask(self, path, text):
        """The answer as a dict: text (None: unchanged), treated, fixes, files. Raises Failed."""
        with self._lock:
            if self._broken:
                raise Failed(self._broken)
            try:
                answer = json.loads(self._exchange(json.dumps({"path": path, "text": text})))
            except (OSError, ValueError, Failed) as error:
                self._broken = f"{self._command[0]}: {error}"
                raise Failed(self._broken) from error
        if "error" in answer:
            raise Failed(answer["error"])
        return answer

    def _exchange(self, line):
        import subprocess

        if self._child is None:
            # A session of its own: an interrupt from the keyboard is for the program.
            self._child = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           stderr=subprocess.DEVNULL, start_new_session=True)
        watch = threading.Timer(PATIENCE, self._child.kill)
        watch.daemon = True
        watch.start()
        try:
            self._child.stdin.write(line.encode("ascii") + b"\n")
            self._child.stdin.flush()
            answer = self._child.stdout.readline()
        finally:
            watch.cancel()
        if not answer.endswith(b"\n"):
            raise Failed(f"ended with status {self._child.wait()}")
        return answer
