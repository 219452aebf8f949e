"""Which ways `if` statements went, seen line by line: a comparison says nothing of a way that nobody went."""

import ast
import os
import sys
import threading


class Outcomes:
    """Watches `conditions`, a dict of path -> lines in `if` statements' headers, in threads from now on."""

    def __init__(self, conditions):
        self._watched = {os.path.abspath(path): _headers(path, set(lines)) for path, lines in conditions.items()}
        self._seen = {}  # (path, line) -> [times true, times false]

    def install(self):
        if any(self._watched.values()):
            threading.settrace(self._enter)
            sys.settrace(self._enter)

    def uninstall(self):
        """The result: [[path, line, times true, times false]]."""
        sys.settrace(None)
        return [[path, line, *times] for (path, line), times in self._seen.items()]

    def _enter(self, frame, _event, _value):
        headers = self._watched.get(frame.f_code.co_filename)
        return _Frame(headers, self._seen, frame.f_code.co_filename).step if headers else None


class _Frame:
    """One run of one function: behind a header comes the first line of the way that is taken."""

    def __init__(self, headers, seen, path):
        self._headers, self._seen, self._path = headers, seen, path
        self._at = None  # the header that it is in

    def step(self, frame, event, _value):
        if event not in ("line", "return"):
            return self.step
        if self._at and (event == "return" or frame.f_lineno not in self._at.header):
            way = event == "line" and frame.f_lineno in self._at.body
            times = self._seen.setdefault((self._path, self._at.line), [0, 0])
            times[0 if way else 1] += 1
            self._at = None
        if event == "line" and frame.f_lineno in self._headers:
            self._at = self._headers[frame.f_lineno]
        return self.step


class _If:
    def __init__(self, node, line):
        self.line = line  # that was asked about
        self.header = range(node.lineno, node.test.end_lineno + 1)
        self.body = range(node.body[0].lineno, node.body[-1].end_lineno + 1)


def _headers(path, lines):
    """line -> the `if` whose header it is in, for those that hold one of `lines`."""
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError):
        return {}
    headers = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and node.body[0].lineno > node.test.end_lineno:
            asked = lines.intersection(range(node.lineno, node.test.end_lineno + 1))
            if asked:
                found = _If(node, min(asked))
                headers.update(dict.fromkeys(found.header, found))
    return headers
