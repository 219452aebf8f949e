"""Which ways conditions went, of `if` statements and of conditional expressions: a comparison says nothing of a way that
nobody went.
"""

import ast
import os
import sys
import threading


class Outcomes:
    """Watches `conditions`, a dict of path -> lines in which they stand, in threads from now on."""

    def __init__(self, conditions):
        self._watched = {os.path.abspath(path): _File(path, set(lines)) for path, lines in conditions.items()}
        self._seen = {}  # (path, line) -> [times true, times false]

    def install(self):
        if any(file.headers or file.expressions for file in self._watched.values()):
            threading.settrace(self._enter)
            sys.settrace(self._enter)

    def uninstall(self):
        """The result: [[path, line, times true, times false]]."""
        sys.settrace(None)
        return [[path, line, *times] for (path, line), times in self._seen.items()]

    def _enter(self, frame, _event, _value):
        path = frame.f_code.co_filename
        file = self._watched.get(path)
        if file is None:
            return None
        parts = file.parts_of(frame.f_code)
        frame.f_trace_opcodes = bool(parts)
        return _Frame(file.headers, parts, lambda line, way: self._went(path, line, way)).step

    def _went(self, path, line, way):
        self._seen.setdefault((path, line), [0, 0])[0 if way else 1] += 1


class _Frame:
    """One run of one function: behind a header comes the first line of the way that is taken; behind the test of an
    expression, the first instruction of one.
    """

    def __init__(self, headers, parts, went):
        self._headers, self._parts, self._went = headers, parts, went
        self._at = None       # the header that it is in
        self._asked = set()   # lines of expressions whose test was begun

    def step(self, frame, event, _value):
        if event == "opcode":
            self._instruction(frame.f_lasti)
        elif event in ("line", "return"):
            self._line(event, frame.f_lineno)
        return self.step

    def _line(self, event, line):
        if self._at and (event == "return" or line not in self._at.header):
            self._went(self._at.line, event == "line" and line in self._at.body)
            self._at = None
        if event == "line":
            self._at = self._headers.get(line, self._at)

    def _instruction(self, offset):
        line, way = self._parts.get(offset, (None, None))
        if line is None:
            return
        if way is None:
            self._asked.add(line)
        elif line in self._asked:
            self._asked.remove(line)
            self._went(line, way)


class _File:
    """The conditions of a file that stand in one of `lines`."""

    def __init__(self, path, lines):
        self.headers = {}      # line -> the `if` whose header it is in
        self.expressions = {}  # line that was asked about -> the only conditional expression there
        self._parts = {}       # code -> what parts_of says
        try:
            with open(path, "rb") as file:
                tree = ast.parse(file.read())
        except (OSError, SyntaxError, ValueError):
            return
        several = set()
        for node in ast.walk(tree):
            if not isinstance(node, (ast.If, ast.IfExp)):
                continue
            asked = lines.intersection(range(node.lineno if isinstance(node, ast.If) else node.test.lineno, node.test.end_lineno + 1))
            if asked and isinstance(node, ast.IfExp):
                several.update(asked & self.expressions.keys())
                self.expressions.update(dict.fromkeys(asked, node))
            elif asked and node.body[0].lineno > node.test.end_lineno:
                found = _If(node, min(asked))
                self.headers.update(dict.fromkeys(found.header, found))
        for line in several | self.headers.keys():
            self.expressions.pop(line, None)

    def parts_of(self, code):
        """Where the instructions of `code` stand in expressions: offset -> (line, None for the test, True, False)."""
        if code not in self._parts:
            positions = enumerate(code.co_positions() if self.expressions and hasattr(code, "co_positions") else ())  # from 3.11 on
            found = ((2 * number, line, part) for number, at in positions if None not in at
                     for line, node in self.expressions.items() for part in _part(node, at))
            self._parts[code] = {offset: (line, part) for offset, line, part in found}
        return self._parts[code]


class _If:
    def __init__(self, node, line):
        self.line = line  # that was asked about
        self.header = range(node.lineno, node.test.end_lineno + 1)
        self.body = range(node.body[0].lineno, node.body[-1].end_lineno + 1)


def _part(expression, at):
    """Of an instruction that stands `at` (first line, last line, first column, last column): [None], [True], [False] or []."""
    first, last = (at[0], at[2]), (at[1], at[3])
    parts = ((expression.test, None), (expression.body, True), (expression.orelse, False))
    return [way for node, way in parts if (node.lineno, node.col_offset) <= first and last <= (node.end_lineno, node.end_col_offset)]
