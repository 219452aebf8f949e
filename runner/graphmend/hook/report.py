"""What was rewritten, what was not and why: on standard error at the end of the process, if asked for."""

import os
import sys
import threading


class Report:
    def __init__(self, wanted):
        self._modules = {}  # path -> (name, lines)
        self._lock = threading.Lock()
        self._failed = False
        if wanted:
            import atexit

            atexit.register(self._print)

    def add(self, name, path, answer):
        lines = []
        for each in answer["treated"]:
            what = each["title"] or "left as it is: " + each["declined"]
            lines.append(f"    line {each['line']}, {each['function']} ({each['code']}): {what}")
        if answer["fixes"]:
            lines.append(f"    {answer['fixes']} other fixes")
        if lines:
            with self._lock:
                self._modules[path] = (name, lines)

    def failed(self, name, path, error):
        with self._lock:
            self._modules[path] = (name, [f"    imported as it is: {error}"])
            first, self._failed = not self._failed, True
        if first:
            print(f"graphmend: {name} is imported as it is: {error}", file=sys.stderr)

    def _print(self):
        with self._lock:
            lines = [f"graphmend: process {os.getpid()}: {len(self._modules)} modules with something to rewrite"]
            for path, (name, details) in sorted(self._modules.items()):
                lines += [f"  {name} ({path})", *details]
        print("\n".join(lines), file=sys.stderr)
