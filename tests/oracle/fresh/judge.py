"""Findings judged by what Dynamo did: the sites of a package, what was found of them, and what was told where nothing broke."""

import ast
import functools
import pathlib

LATER = ("late", "recompile")  # outcomes that no three calls need to show
BAD = ("skip", "error")


@functools.cache
def statements(path):
    """line -> the first line of the innermost statement that holds it; of a compound one, its header alone."""
    try:
        tree = ast.parse(pathlib.Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return {}
    first_of = {}
    for node in ast.walk(tree):  # outer ones first
        if isinstance(node, ast.stmt):
            begin = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
            body = getattr(node, "body", None) or getattr(node, "cases", None)
            end = node.end_lineno if not body else max(begin, node.lineno, getattr(body[0], "lineno", node.lineno + 1) - 1)
            first_of.update(dict.fromkeys(range(begin, end + 1), begin))
    return first_of


class Truth:
    """Sites {(path, line): break}, the statements that were traced without one, and those that say nothing."""

    def __init__(self, told, site, names):
        self.site, self.sites, self.traced, self.aside = site, {}, set(), set()
        self._own = tuple(f"{site}/{name}{end}" for name in names for end in ("/", ".py"))
        for entry, said in told["entries"].items():
            bad = {each["id"] for each in said["breaks"] if each["outcome"] in BAD}
            for each in said["breaks"]:
                self._broke(entry, each)
            for frame in said["frames"]:
                if frame["status"] != "failed" and not bad.intersection(frame["breaks"]):
                    self.traced |= {self._at(path, line) for path, lines in frame["lines"].items() if self._mine(path) for line in lines}

    def _mine(self, path):
        return path.startswith(self._own)

    def _at(self, path, line):
        return str(pathlib.Path(path).relative_to(self.site)), statements(path).get(line, line)

    def _broke(self, entry, each):
        inside = [at for at in each["stack"] if self._mine(at[0])]
        frame = each["frame"]
        if not inside and frame and self._mine(frame[0]) and "GB0003" not in each["gb"]:
            inside = [frame]  # the frame as a whole was refused
        if inside:
            known = self.sites.setdefault(self._at(*inside[-1][:2]), {**each, "entries": []})
            known["entries"].append(entry)
            if each["outcome"] in BAD and known["outcome"] not in BAD:
                known["outcome"] = each["outcome"]
        else:  # a library's frame, met after the package's code had left it
            self.aside |= {self._at(*at[:2]) for at in each["caller"][-1:] if self._mine(at[0])}


def judged(truth, findings):
    """({site: findings}, {statement: findings that are false alarms})."""
    right, wrong = {}, {}
    for finding in findings:
        path = truth.site / finding["path"].removeprefix("./")
        at = truth._at(path, finding["range"]["start"]["line"])
        if at in truth.sites:
            right.setdefault(at, []).append(finding)
        elif at in truth.traced and at not in truth.aside and finding["outcome"] not in LATER:
            wrong.setdefault(at, []).append(finding)
    return right, wrong
