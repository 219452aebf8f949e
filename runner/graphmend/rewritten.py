"""Files whose text is not the one on the disk: fixes that are tried out in memory, and nowhere else."""

import bisect
import difflib
import importlib.machinery
import linecache
import os

_texts = {}  # absolute path -> text
_lines = {}  # absolute path -> (first line of the new text, first of the old) for every run of equal or replaced lines


def install(texts):
    """From now on the files in `texts`, a dict of path -> text, are imported and shown as that text."""
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


def original_line(path, line):
    """The line on the disk that a line of the text in memory comes from; of what was replaced, where that began."""
    runs = _lines.get(path)
    if not runs:
        return line
    equal, new, old = runs[max(0, bisect.bisect_right([run[1] for run in runs], line) - 1)]
    return old + (line - new if equal else 0)
