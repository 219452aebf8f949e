"""Programs with effects in random order, in loops, branches, callees, modules and modes; all numbers are small and exact.

`program_text(seed)` gives a module with `program(x, flag)`.
"""

import random

HEAD = """
import logging
import warnings

import torch

log = logging.getLogger("program")
"""
SHAPE = """
def helper(x, flag):
{helper}
    return x * 2


class Inner(torch.nn.Module):
    def forward(self, x, flag):
{method}
        return x - 1


inner = Inner()


def program(x, flag):
{program}
    return x
"""


class Writer:
    """Writes statements; `budget` bounds their number, so that most of it is seen in one program."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self._number = 0
        self._budget = 0

    def block(self, indentation, budget, callees=()):
        self._budget = budget
        self._callees = callees
        lines = []
        while self._budget > 0:
            lines += self._statement(0)
        return "\n".join(" " * indentation + line for line in lines)

    def _label(self):
        self._number += 1
        return f"e{self._number}"

    def _effect(self):
        label, value = self._label(), self._random.choice(["x.max()", "x.detach().sum()", "(x > 0).sum()", "x.shape[0]"])
        item = value if "shape" in value else value + ".item()"
        return self._random.choice([
            f'print("{label}")',
            f'print(f"{label} {{{value}}}")' if "shape" in value else f'print(f"{label} {{{value}:.3f}}")',
            f'print("{label}", x.shape, flag)',
            f'log.info("{label}")',
            f'log.warning("{label} %s", {item})',
            f'warnings.warn(f"program: {label} {{{item}}}", FutureWarning)',
        ])

    def _computation(self):
        return self._random.choice(["x = x + 1", "x = x * 2", "x = x - 3", "x = x.relu() - 1", "x = x * 0.5", "x = x.flip(0)"])

    def _check(self):
        bound = self._random.choice([-900, -40, -8])
        return [f"if (x < {bound}).any():", f'    raise ValueError(f"{self._label()} {{x.min().item()}}")']

    def _body(self, depth):
        made = [line for _ in range(self._random.randint(1, 2)) for line in self._statement(depth + 1)]
        return ["    " + line for line in made]

    def _statement(self, depth):
        self._budget -= 1
        kinds = ["effect"] * 5 + ["compute"] * 3 + ["open", "check"]
        if depth < 2:
            kinds += ["flag", "loop", "no_grad", "try"] + (["call"] if self._callees else [])
        kind = self._random.choice(kinds)
        if kind == "effect":
            return [self._effect()]
        if kind == "compute":
            return [self._computation()]
        if kind == "open":
            return [f"if (x > {self._random.choice([-5, 0, 7])}).any():", "    " + self._effect()]
        if kind == "check":
            return self._check()
        if kind == "flag":
            return [f"if flag > {self._random.randint(0, 1)}:", *self._body(depth), "else:", *self._body(depth)]
        if kind == "loop":
            return [f"for step in range({self._random.randint(1, 3)}):", *self._body(depth)]
        if kind == "no_grad":
            return ["with torch.no_grad():", *self._body(depth)]
        if kind == "try":
            return ["try:", *self._body(depth), "except ValueError as error:", '    print("caught", error)']
        return [f"x = {self._random.choice(self._callees)}(x, flag)"]


def program_text(seed):
    writer = Writer(seed)
    return HEAD + SHAPE.format(helper=writer.block(4, 3), method=writer.block(8, 3),
                               program=writer.block(4, 8, ("helper", "inner")))
