"""Python and PyTorch are the judges of what `graphmend dump --liveness|--aliases|--effects` claims.

    judge.py GRAPHMEND [FILE.py ...]

Calls every function of the marked programs beside this file, stops at each statement, and looks: what is said to be
defined is; what is said to be unshared has a storage that no other variable, container, argument or variable of an inner
function has; and a statement that is not said to write leaves the versions and values of all tensors as they were.
"""
import importlib.util
import inspect
import pathlib
import re
import subprocess
import sys
import types

import torch


class Holder:
    def __init__(self):
        self.scale = 2.0
        self.state = None


GIVEN = {"x": lambda: torch.tensor([0.5, -1.25, 2.0]), "w": lambda: torch.tensor([1.0, 0.5, -3.0]), "a": lambda: torch.ones(3),
         "n": lambda: 4, "flag": lambda: True, "act": lambda: torch.relu_, "holder": Holder}


def claims(binary, form, path):
    """What is said of each line: its text."""
    text = subprocess.run([binary, "dump", f"--{form}", path], check=True, capture_output=True, text=True).stdout
    return {int(line): told for line, told in re.findall(r"^  (\d+): (.*)$", text, re.M)}


def names(told, label):
    found = re.search(rf"(?:^|, ){label} ([\w ]+)", told or "")
    return found.group(1).split() if found else []


def tensors(value, depth=3):
    """All tensors that one can get to from a value."""
    if isinstance(value, torch.Tensor):
        return [value]
    if depth == 0:
        return []
    if isinstance(value, (list, tuple)):
        return [t for each in value for t in tensors(each, depth - 1)]
    if isinstance(value, Holder):
        return tensors(list(vars(value).values()), depth - 1)
    if inspect.isfunction(value):
        filled = [cell.cell_contents for cell in value.__closure__ or () if cell != types.CellType()]
        return tensors(filled, depth - 1)
    return []


class Judge:
    def __init__(self, binary, path):
        self.defined, self.aliases, self.effects = (claims(binary, form, path) for form in ("liveness", "aliases", "effects"))
        self.path, self.checked, self.wrong, self.previous = str(path), 0, [], None

    def check(self, holds, line, claim):
        self.checked += 1
        if not holds:
            self.wrong.append(f"{self.path}:{line}: {claim}")

    def at(self, frame, line):
        """Control comes to a statement."""
        for name in names(self.defined.get(line), "defined"):
            self.check(name in frame.f_locals, line, f"{name} is not defined")
        for name in names(self.aliases.get(line), "unshared"):
            own = frame.f_locals[name]
            if isinstance(own, torch.Tensor):
                others = [t for other, value in frame.f_locals.items() if other != name for t in tensors(value)]
                others += [t for t in tensors(self.given)]
                shared = any(t.untyped_storage().data_ptr() == own.untyped_storage().data_ptr() for t in others)
                self.check(not shared, line, f"{name} is shared")
        here = line
        held = [(t, t._version) for value in [*frame.f_locals.values(), self.given] for t in tensors(value)]
        if self.previous and self.previous[0] == id(frame) and self.previous[1] in self.effects:
            line, versions = self.previous[1:]
            if not self.effects[line].startswith("writes"):
                self.check(all(t._version == version for t, version in versions), line, "a tensor is written to")
        self.previous = id(frame), here, held

    def trace(self, frame, event, _):
        if frame.f_code.co_filename != self.path or frame.f_code.co_name == "<lambda>":
            return None
        if event == "line":
            self.at(frame, frame.f_lineno)
        return self.trace

    def run(self):
        spec = importlib.util.spec_from_file_location("judged", self.path)
        module = importlib.util.module_from_spec(spec)
        real, torch.compile = torch.compile, lambda function: function
        try:
            spec.loader.exec_module(module)
        finally:
            torch.compile = real
        for function in [f for f in vars(module).values() if inspect.isfunction(f)]:
            for scale in (1.0, -1.0):
                self.given = [GIVEN[name]() for name in inspect.signature(function).parameters]
                self.given = [g * scale if isinstance(g, torch.Tensor) else g for g in self.given]
                self.previous = None
                sys.settrace(self.trace)
                try:
                    function(*self.given)
                finally:
                    sys.settrace(None)
        return self


def main():
    paths = [pathlib.Path(p) for p in sys.argv[2:]] or [p for p in sorted(pathlib.Path(__file__).parent.glob("*.py")) if p.name != "judge.py"]
    judges = [Judge(sys.argv[1], path).run() for path in paths]
    wrong = [each for judge in judges for each in judge.wrong]
    print(*wrong, f"{sum(judge.checked for judge in judges)} claims, {len(wrong)} wrong", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
