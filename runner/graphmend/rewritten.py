"""Files whose text is not the one on the disk: fixes that are tried out in memory, and nowhere else."""

import bisect
import difflib
import importlib.machinery
import linecache
import os
import re

FRAME = re.compile(r'(\s*File "(.*)", line )(\d+)(.*)')

_texts = {}  # absolute path -> text
_lines = {}  # absolute path -> (first line of the new text, first of the old) for every run of equal or replaced lines


def install(texts, main=False):
    """From now on the files in `texts`, a dict of path -> text, are imported and shown as that text. `main`: so is the
    script of this process, which Python has yet to read.
    """
    for path, text in texts.items():
        path = os.path.abspath(path)
        with open(path, "rb") as file:
            old = file.read().decode("utf-8", "replace").splitlines()
        new = text.splitlines()
        matches = difflib.SequenceMatcher(None, new, old, autojunk=False).get_opcodes()
        _texts[path] = text
        _lines[path] = [(tag == "equal", new_begin + 1, old_begin + 1) for tag, new_begin, _, old_begin, _ in matches]
        linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    if texts:
        original = importlib.machinery.SourceFileLoader.get_code

        def get_code(loader, name):
            path = os.path.abspath(loader.get_filename(name))
            return code_of(path) if path in _texts else original(loader, name)

        importlib.machinery.SourceFileLoader.get_code = get_code
    if texts and main:
        from graphmend.hook import main_script

        main_script.install(_AsHook())


class _AsHook:
    """The texts, as the hook of `graphmend run` is asked for them, which is its own scope."""

    def __init__(self):
        self.scope = self

    def add_project(self, _folder):
        """The texts are for files, wherever they are."""

    def holds(self, _name, path):
        return os.path.abspath(path) in _texts

    def rewrite(self, _name, path, _data, _compiled):
        return {"text": _texts[os.path.abspath(path)], "code": code_of(path)} if self.holds("", path) else None


def is_any():
    """Whether a file has another text than on the disk."""
    return bool(_texts)


def code_of(path):
    """The code of a file, as it is on the disk or rewritten."""
    path = os.path.abspath(path)
    text = _texts.get(path)
    if text is None:
        with open(path, "rb") as file:
            text = file.read()
    return compile(text, path, "exec", dont_inherit=True)


def original_text(text):
    """A text with tracebacks in it that name lines of the original, and do not show them: they may be other ones now."""
    lines, inside = [], False
    for line in text.splitlines():
        found = FRAME.match(line)
        if inside and line.startswith("    ") and not found:
            continue
        inside = bool(found)
        if found:
            line = f"{found[1]}{original_line(found[2], int(found[3]))}{found[4]}"
        lines.append(line)
    return "".join(line + "\n" for line in lines)


def original_line(path, line):
    """The line on the disk that a line of the text in memory comes from; of what was replaced, where that began."""
    runs = _lines.get(path)
    if not runs:
        return line
    equal, new, old = runs[max(0, bisect.bisect_right([run[1] for run in runs], line) - 1)]
    return old + (line - new if equal else 0)
