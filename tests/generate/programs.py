"""Small models around the rewrites: text of Python programs, drawn by hypothesis.

A program is a module with a class `Model`, whose `forward(x, w, n, flag)` computes with tensors, branches on them and
returns some of its variables; in some it calls a function that torch.compile decorates. Each is about one topic
(choices.py, data.py, outputs.py, objects.py). Most of what is drawn is what rewrites are made for; about a quarter is what must stop
them: aliases, writes in place, shapes and dtypes that differ, numbers, effects, contexts, early ways out.
"""
import re

from choices import Choices
from data import Data
from distributed import METHODS, Distributed
from numbered import Numbered
from expressions import Expressions
from hidden import Hidden
from hypothesis import strategies as st
from left import Left
from objects import CLASSES, Objects
from outputs import Outputs
from respelled import Respelled
from rows import Rows

HEAD = """\
import dataclasses
import logging
import math
import os
import random
import warnings

import numpy as np
import torch
import torch.nn.functional as F

logger = logging.getLogger("model")
logger.setLevel(logging.INFO)


def helper(a, b=1.0):
    return a * b - 1.0


def touch(a):
    a.add_(1.0)
    return a


def peak(a):
    top = a.abs()
    return top.max()


def is_large(a, limit=2.0):
    return a.abs().mean() > limit


def rows(a):
    return a.sum(-1)


def products(a):
    return a[:, 0] * a[:, 1]


def edge(a):
    low, high = a[..., 0], a[..., -1]
    return (high - low).abs()


def centred(a):
    return a - a.mean(0)


def is_between(a, low, high):
    return a > low and a < high


def any_above(a, limits):
    return any(part > limit for part, limit in zip(a, limits))


def smooth(a, b):
    error = (a - b).abs()
    return torch.log1p(error / 2.0) * 0.5


def pair(a, b):
    a = a * 0.5 + b
    return a, b - a


class Limits:
    clip = 0.5

    def __init__(self):
        self.rate = 0.25

    @property
    def read(self):
        logger.info("read")
        return 0.75


LIMITS = Limits()


def noted(a):
    noted.calls = getattr(noted, "calls", 0) + 1
    return a * 2.0


""" + CLASSES + """\
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.tensor([0.5, 2.0, -1.0, 1.5]))
        self.register_buffer("state", torch.tensor([1.0, -2.0, 0.5, 3.0]))
        self.register_buffer("total", torch.tensor(0.0))
        self.register_buffer("hot", torch.tensor([True, False, True, True]))
        self.norm = torch.nn.LayerNorm(4)
        self.scale = 1.5
        self.count = 0
        self.kept = None
        self.rate = 0.5
        self.never = 0.0
        self.meter = Meter()

""" + METHODS
TOPICS = ("branches", "branches", "branches", "numbers", "read_inside", "known", "listed", "masked", "reduced", "counts", "places", "common",
          "chance", "output", "checks", "sizes", "along", "ranks", "without_gradients", "updates", "ways", "rounds", "steps", "hidden",
          "objects", "machine", "windows", "looped", "shadows", "picked", "summed", "answered", "flagged", "spelled", "respelled", "numbered", "left_early", "selected_rows", "distributed")
SIGNATURES = (
    "x: torch.Tensor, w: torch.Tensor, n: int, flag: bool",
    "x, w, n, flag",
    "x: torch.Tensor, w: torch.Tensor, n: float, flag: bool",
    "x: torch.Tensor, w: torch.Tensor, n: int, flag: bool",
    "x, w, n, flag",
    "x: torch.Tensor, w: torch.Tensor | None, n: float, flag: bool = True",
)


class Writer(Expressions, Choices, Data, Outputs, Hidden, Objects, Respelled, Numbered, Left, Rows, Distributed):
    """Writes one function."""

    apart = 12  # how many of a hundred are functions that `forward` calls

    def __init__(self, draw):
        super().__init__(draw)
        self.lines = []
        self.level = 2

    def put(self, line):
        self.lines.append("    " * self.level + line)

    def assign(self, name, kind="t"):
        value = {"t": self.tensor, "s": self.scalar, "m": self.mask, "n": self.number}[kind]()
        if kind == "t" and self.chance(15) and name in self.kinds:
            self.put(f"{name} {self.one_of('+=', '-=', '*=', '/=')} {self.one_of(self.tensor(1), '2.0', self.scalar())}")
        elif kind == "t" and self.chance(8):
            self.put(f"{name} = {self.tensor(1)} if {self.condition()} else {self.tensor(1)}")
        elif kind == "t" and self.chance(6):
            self.put(f"{name} = {self.one_of('helper', 'torch.relu', 'self.norm')}({self.tensor(1)} if {self.condition()} else {self.tensor(1)})")
        else:
            self.put(f"{name} = {value}")
        self.kinds[name] = kind

    def arm(self, targets, depth, loop):
        self.level += 1
        start = len(self.lines)
        before = dict(self.kinds)
        if self.chance(8):
            self.put(self.one_of("t0 = x.abs()", "t0 = x.sum()"))
            self.kinds["t0"] = "t"
        if len(targets) > 1 and self.chance(25):
            self.put(f"{', '.join(targets)} = {', '.join(self.tensor(1) for _ in targets)}")
        else:
            for target in targets:
                self.assign(target) if target not in ("self.state", "self.total", "self.kept") else self.put(
                    f"{target} = {self.tensor(1)}")
        if self.chance(6):
            self.odd_statement()
        if depth and self.chance(8):
            self.branch(depth - 1, loop, targets)
        if loop and self.chance(10):
            self.put(self.one_of("continue", "break"))
        elif self.chance(3):
            self.put(f"return {self.result()}")
        if len(self.lines) == start:
            self.put("pass")
        self.level -= 1
        self.kinds = {name: kind for name, kind in self.kinds.items() if name in before or name in targets}

    def branch(self, depth=1, loop=False, targets=None):
        tensors = [name for name in self.names("t") if name not in ("x", "w")] or ["y"]
        if targets is None:
            targets = [self.one_of(*tensors)]
            if self.chance(30):
                targets.append(self.one_of("z", "y", "self.state" if self.chance(30) else "v"))
            if self.chance(5):
                targets = [self.one_of("self.state", "self.total", "self.kept")]
            targets = list(dict.fromkeys(targets))
        self.put(f"if {self.condition()}:")
        self.arm(targets, depth, loop)
        if self.chance(20):
            self.put(f"elif {self.condition()}:")
            self.arm(targets if self.chance(90) else targets[:1], depth, loop)
        if self.chance(50):
            self.put("else:")
            self.arm(targets if self.chance(90) else targets[:1], depth, loop)

    def statement(self):
        kind = self.draw(st.integers(0, 99))
        if kind < 20:
            self.assign(self.one_of("y", "z", "u", "v"))
        elif kind < 48:
            self.branch()
        elif kind < 58:
            self.masked()
        elif kind < 65:
            self.read()
        elif kind < 68:
            self.places()
        elif kind < 72:
            self.common()
        elif kind < 77:
            self.assign(*self.one_of(("s", "s"), ("m", "m"), ("k", "n")))
        elif kind < 87:
            self.odd_statement()
        elif kind < 92 and self.level < 4:
            self.put(self.one_of("for i in range(2):", "for t in (x, w):", "for i in range(n):"))
            self.block(loop=True)
        elif kind < 95 and self.level < 4:
            self.put(self.one_of("with torch.no_grad():", "with torch.enable_grad():"))
            self.block()
        elif kind < 97 and self.level < 4:
            self.put("try:")
            self.block()
            self.put("except RuntimeError:")
            self.put("    y = x * 3.0")
        elif kind < 98:
            self.put(f"f = lambda: {self.tensor(1)}")
        else:
            self.put(f"if {self.condition()}:")
            self.put(f"    return {self.result()}")

    def block(self, loop=False):
        self.level += 1
        known = dict(self.kinds)
        for _ in range(self.draw(st.integers(1, 2))):
            self.branch(0, loop) if self.chance(60) else self.statement()
        self.level -= 1
        self.kinds = known

    def result(self):
        if "y" in self.kinds and self.chance(50):
            return self.one_of("y * 1.0", "y", f"y, {self.scalar()}", f"{self.tensor(0)}, y.sum()")
        return self.one_of(self.tensor(1), f"{self.tensor(1)}, {self.tensor(0)}", f"{self.tensor(0)}, {self.scalar()}", f"{self.scalar()}")

    def function(self, topics):
        self.put("y = " + self.one_of("x * 1.5", "x + w", "x - 1.0", "x", "x.clone()", "torch.relu(x)", "x.view(-1)"))
        self.kinds["y"] = "t"
        if self.chance(40):
            self.put("z = " + self.one_of("w * 0.5", "y", "x.exp()", "torch.zeros_like(x)", "y[:]", "w.to(x.dtype)"))
            self.kinds["z"] = "t"
        topic = getattr(self, {"chance": "layer_drop"}.get(name := self.one_of(*topics), name))
        for number in range(self.draw(st.integers(1, 3))):
            topic() if number == 0 or self.chance(50) else self.statement()
        if self.chance(60):
            self.put(f"y = y * {self.one_of('1.0', '2.0')}")
        self.put(f"return {self.result()}")
        if any("out.append" in line for line in self.lines):
            self.lines.insert(0, "        out = []")
        return self.lines


# Of a function there is no `self`.
WITHOUT_SELF = {"self.norm(": "torch.relu(", "self.weight": "w", "self.state": "w", "self.scale": "1.5", "self.hot": "(w > 0)", "self.training": "flag"}


def as_function(lines):
    """The lines of a method as those of a function; what is about other attributes is left out."""
    for line in lines:
        for name, other in WITHOUT_SELF.items():
            line = line.replace(name, other)
        if "self." in line:
            line = line.replace("self.", "") if line.endswith(":") else re.sub(r"\S.*", "pass", line)
        yield line[4:]


@st.composite
def programs(draw, topics=TOPICS):
    """The text of a program about one of the topics."""
    writer = Writer(draw)
    decorator = writer.one_of("", "", "", "", "", "    @torch.no_grad()\n")
    signature = writer.one_of(*SIGNATURES)
    lines = writer.function(topics)
    signature += writer.parameter
    below = "\n".join(["\n", *writer.below, ""]) if writer.below else ""
    if writer.chance(writer.apart):
        call = "    def forward(self, {}):\n        return step(x, w, n, flag)\n\n\n@torch.compile\ndef step({}):\n"
        return HEAD + call.format(signature, signature) + "\n".join(as_function(lines)) + "\n" + below
    return HEAD + f"{decorator}    def forward(self, {signature}):\n" + "\n".join(lines) + "\n" + below
