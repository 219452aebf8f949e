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


@torch.no_grad()
def frozen(x, flag):
{frozen}
    return x + 2


class Inner(torch.nn.Module):
    name, calls = "inner", 0

    def forward(self, x, flag):
        self.calls += 1
{method}
        print(self.name, self.calls)
        return helper(x, flag) - 1


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
            f'print("{label}", x.detach(), sep="\\n")',
            f'print(*[f"{label} {{each}}" for each in x.shape], end="|\\n")',
            f'log.info("{label}")',
            f'log.debug("{label} %d", flag)',
            f'log.log(logging.ERROR, "{label} {{}}".format({item}))',
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
        kinds = ["effect"] * 5 + ["computation"] * 3 + ["open", "check", "in_place", "rate"]
        if depth < 2:
            kinds += ["flag", "flag_raises", "loop", "no_grad", "caught", "finally"] + ["call"] * bool(self._callees)
        made = getattr(self, "_" + self._random.choice(kinds))
        made = made(depth) if made.__name__ in _WITH_BODY else made()
        return [made] if isinstance(made, str) else made

    def _open(self):
        return [f"if (x > {self._random.choice([-5, 0, 7])}).any():", "    " + self._effect()]

    def _in_place(self):
        return ["x = x.clone()", self._effect(), "x.add_(1)"]

    def _rate(self):
        rate = self._random.choice(["flag * 0.5", "x.shape[0] / 4"])
        return [f"rate = {rate}", f'print("{self._label()}", rate)', "x = x + rate"]

    def _flag_raises(self):
        return [f"if flag > {self._random.randint(0, 1)}:", f'    raise KeyError("{self._label()}")']

    def _call(self):
        return f"x = {self._random.choice(self._callees)}(x, flag)"

    def _flag(self, depth):
        return [f"if flag > {self._random.randint(0, 1)}:", *self._body(depth), "else:", *self._body(depth)]

    def _loop(self, depth):
        return [f"for step in range({self._random.randint(1, 3)}):", *self._body(depth)]

    def _no_grad(self, depth):
        return ["with torch.no_grad():", *self._body(depth)]

    def _caught(self, depth):
        return ["try:", *self._body(depth), "except (KeyError, ValueError) as error:", '    print("caught", error)']

    def _finally(self, depth):
        return ["try:", *self._body(depth), "finally:", f'    print("{self._label()}")']


_WITH_BODY = ("_flag", "_loop", "_no_grad", "_caught", "_finally")


def program_text(seed):
    writer = Writer(seed)
    return HEAD + SHAPE.format(helper=writer.block(4, 3), method=writer.block(8, 3),
                               frozen=writer.block(4, 2), program=writer.block(4, 8, ("helper", "frozen", "inner")))
