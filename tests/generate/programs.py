"""Small models around the rewrites: text of Python programs, drawn by hypothesis.

A program is a module with a class `Model`, whose `forward(x, w, n, flag)` computes with tensors, branches on them and
returns some of its variables; in some it calls a function that torch.compile decorates. Each is about one topic
(around.py). Most of what is drawn is what rewrites are made for; about a quarter is what must stop
them: aliases, writes in place, shapes and dtypes that differ, numbers, effects, contexts, early ways out.
"""
import re

from around import Around
from hypothesis import strategies as st

HEAD = """\
import logging
import math
import random
import warnings

import numpy as np
import torch
import torch.nn.functional as F

logger = logging.getLogger("model")


def helper(a, b=1.0):
    return a * b - 1.0


def touch(a):
    a.add_(1.0)
    return a


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

"""
SIGNATURES = (
    "x: torch.Tensor, w: torch.Tensor, n: int, flag: bool",
    "x, w, n, flag",
    "x: torch.Tensor, w: torch.Tensor | None, n: float, flag: bool = True",
)


class Writer(Around):
    """Writes one function. Variables are known with their kind: `t`ensor, `s`calar tensor, `m`ask or `n`umber."""

    def __init__(self, draw):
        self.draw = draw
        self.lines = []
        self.kinds = {"x": "t", "w": "t", "n": "n"}
        self.level = 2
        self.loops = 0

    # What hypothesis makes smaller comes first, or is "no".
    def one_of(self, *options):
        return self.draw(st.sampled_from(options))

    def chance(self, percent):
        return self.draw(st.integers(0, 99)) >= 100 - percent

    def put(self, line):
        self.lines.append("    " * self.level + line)

    def names(self, kind):
        return [name for name, own in self.kinds.items() if own == kind]

    # --- Expressions ---

    def tensor(self, depth=2):
        names = self.names("t")
        if depth == 0 or self.chance(25):
            return self.one_of(*names)
        a = self.tensor(depth - 1)
        if self.chance(15):
            return self.odd_tensor(a, depth)
        return self.one_of(
            lambda: f"{a} * {self.one_of('2.0', '0.5', '-1.0', '3')}",
            lambda: f"{a} + {self.one_of('1.0', '0.25', '1')}",
            lambda: f"{a} - 1.0",
            lambda: f"{a} + {self.tensor(depth - 1)}",
            lambda: f"({a}) * ({self.tensor(depth - 1)})",
            lambda: f"torch.relu({a})",
            lambda: f"torch.tanh({a})",
            lambda: f"({a}).abs()",
            lambda: f"({a}).clamp(min=-1.0, max=1.0)",
            lambda: f"-({a})",
            lambda: f"({a}).exp()",
            lambda: f"({a}) - {self.scalar(depth - 1)}",
            lambda: f"({a}) / (1.0 + {self.scalar(depth - 1)}.abs())",
            lambda: f"torch.zeros_like({a})",
            lambda: f"({a}).clone()",
            lambda: f"torch.where({self.mask(depth - 1)}, {a}, 0.0)",
            lambda: f"({a}).masked_fill({self.mask(depth - 1)}, 0.0)",
            lambda: f"torch.maximum({a}, {self.tensor(depth - 1)})",
        )()

    def odd_tensor(self, a, depth):
        return self.one_of(
            lambda: f"({a}).detach()",
            lambda: f"({a}).log()",
            lambda: f"({a}).sqrt()",
            lambda: f"({a}) / {self.one_of(*self.names('t'))}",
            lambda: f"1.0 / ({a})",
            lambda: f"({a}) ** {self.one_of('2', '0.5', '-1', 'n')}",
            lambda: f"({a}) * {self.number()}",
            lambda: f"({a}) + {self.number()}",
            lambda: f"({a}).{self.one_of('double()', 'half()', 'int()', 'long()', 'float()', 'to(w.dtype)', 'type_as(w)')}",
            lambda: f"({a}).{self.one_of('view(-1)', 'reshape(-1)', 'unsqueeze(0)', 'flatten()', 'contiguous()', 't()', 'squeeze()')}",
            lambda: f"({a})[{self.one_of(':2', '0', '-1', '..., :1', 'None', '1:')}]",
            lambda: f"({a})[{self.mask(depth - 1)}]",
            lambda: f"({a}).sum({self.one_of('0', '-1, keepdim=True')})",
            lambda: f"torch.cat([{a}, {self.tensor(depth - 1)}])",
            lambda: f"torch.rand_like({a})",
            lambda: f"F.dropout({a}, 0.5, self.training)",
            lambda: f"F.softmax({a}, dim=-1)",
            lambda: f"self.norm({a})",
            lambda: f"helper({a}, {self.one_of('2.0', 'n')})",
            lambda: f"touch({a})",
            lambda: f"({a}) * self.weight",
            lambda: f"({a}) + self.state",
            lambda: f"self.{self.one_of('weight', 'state')}",
            lambda: f"({a}) * self.scale",
            lambda: f"({a}) @ {self.one_of(*self.names('t'))}",
            lambda: f"({a}).cumsum(0)",
            lambda: f"({a}) // 2",
            lambda: f"({a}) % 3",
            lambda: f"torch.tensor({self.one_of('1.0', '[1.0, 2.0, 3.0, 4.0]', '0')})",
            lambda: f"torch.ones(4)",
            lambda: f"({a} if flag else {self.tensor(depth - 1)})",
        )()

    def scalar(self, depth=1):
        names = self.names("s")
        if names and self.chance(30):
            return self.one_of(*names)
        return f"({self.tensor(max(depth - 1, 0))}).{self.one_of('sum()', 'mean()', 'max()', 'min()', 'norm()', 'abs().max()', 'prod()')}"

    def mask(self, depth=1):
        names = self.names("m")
        if names and self.chance(60):
            return self.one_of(*names, f"~{names[0]}")
        a = self.tensor(max(depth - 1, 0))
        return f"({a} {self.one_of('>', '<', '>=', '!=')} {self.one_of('0.0', '1.0', '0.5')})"

    def number(self):
        return self.one_of("n", "2", "self.scale", "x.shape[0]", "len(x)", "self.count", *self.names("n"),
                           f"{self.scalar(1)}.item()", f"float({self.scalar(1)})", f"int({self.scalar(1)})")

    def condition(self, depth=1):
        if depth and self.chance(25):
            left, right = self.condition(depth - 1), self.condition(depth - 1)
            return self.one_of(f"{left} and {right}", f"{left} or {right}", f"not ({left})")
        if self.chance(12):
            return self.one_of("flag", "n > 1", "self.training", "w is not None", "x.dim() == 1", "x.dtype == torch.float32",
                               "not torch.is_grad_enabled()", "x.shape[0] > 3")
        limit = self.one_of("0.0", "1.0", "0.5", "-1.0", "3")
        order = self.one_of(">", "<", ">=", "<=", "==", "!=")
        return self.one_of(
            lambda: f"{self.scalar()} {order} {limit}",
            lambda: f"{self.mask()}.any()",
            lambda: f"{self.mask()}.all()",
            lambda: f"{self.scalar()} {order} {self.scalar()}",
            lambda: f"torch.isnan({self.tensor(1)}).any()",
            lambda: f"torch.isinf({self.tensor(1)}).any()",
            lambda: f"{self.scalar()}.item() {order} {limit}",
            lambda: f"float({self.scalar()}) {order} n",
            lambda: f"bool({self.mask()}.any())",
            lambda: f"0.0 < {self.scalar()} < 3.0",
            lambda: f"{self.scalar()}",
            lambda: f"{self.mask()}.sum() {order} {self.one_of('0', '1', '2', 'n')}",
            lambda: f"{self.scalar()} {order} n",
            lambda: f"torch.equal({self.tensor(0)}, {self.tensor(0)})",
            lambda: f"torch.nonzero({self.mask()}).numel() > 0",
            lambda: f"({self.tensor(0)})[{self.mask()}].numel() {self.one_of('> 0', '== 0', '> 1')}",
            lambda: f"any(t.sum() > {limit} for t in ({self.tensor(0)}, {self.tensor(0)}))",
            lambda: f"(q := {self.scalar()}) {order} {limit}",
            lambda: f"({self.tensor(0)})[0] {order} {limit}",
        )()

    # --- Statements ---

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
        if self.chance(10):
            self.odd_statement()
        if depth and self.chance(12):
            self.branch(depth - 1, loop, targets)
        if loop and self.chance(10):
            self.put(self.one_of("continue", "break"))
        elif self.chance(6):
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
            self.arm(targets if self.chance(85) else targets[:1], depth, loop)
        if self.chance(50):
            self.put("else:")
            self.arm(targets if self.chance(90) else targets[:1], depth, loop)

    def masked(self):
        name = self.one_of(*[name for name in self.names("t") if name not in ("x", "w")] or ["y"])
        self.put("m = " + self.mask())
        self.kinds["m"] = "m"
        other = self.one_of(*self.names("t"))
        m = self.one_of("m", "~m", f"{other} > 0")
        value = self.one_of("0.0", f"{name}[{m}] * 2.0", f"{other}[{m}]", f"{other}[{m}] + {name}[{m}]", "1", "n",
                            f"torch.tanh({other}[{m}])", f"{other}[{m}].exp() - 1.0", f"{other}.sum()", "x[m]")
        self.put(self.one_of(f"{name}[{m}] = {value}", f"{name}[{m}] += {value}", f"{name}[{m}] *= {value}",
                             f"s = {other}[{m}].{self.one_of('sum', 'any', 'all', 'mean', 'max')}()",
                             f"c = {other}[{m}]"))
        for name in "sc":
            if self.lines[-1].lstrip().startswith(f"{name} = "):
                self.kinds[name] = "s" if name == "s" else "t"

    def read(self):
        """A number is read from a tensor, and goes on into tensors, conditions, shapes."""
        name = self.one_of("s", "k", "y")
        source = self.one_of(self.scalar(), f"{self.tensor(1)}", "torch.tensor(x.shape[0])", "torch.tensor(n)",
                             "torch.as_tensor(x.size(0))", "torch.tensor(x.shape)[0]", f"{self.mask()}.sum()")
        read = self.one_of(f"({source}).item()", f"float({source})", f"int({source})", f"({source}).tolist()", f"bool({source})")
        self.put(f"{name} = {read}")
        a = self.one_of(*self.names("t"))
        use = self.one_of(
            f"y = {a} * {name}", f"y = {a} - {name}", f"y = {a} / {name}", f"y = ({a} + {name}) * {name}",
            f"y = torch.where({a} > {name}, {a}, {a} - {name})", f"y = {a}.clamp(max={name})", f"y = {a}[:{name}]",
            f"y = torch.full_like({a}, {name})", f"y = {a} + max({name}, 1)", f"y = {a} * {name} ** 2",
            f"y = {a} * ({name} + 1)", f"y = {a} ** {name}", f"{a} *= {name}", f"self.kept = {name}", f"y = torch.zeros({name})",
            f"y = {a} + {name}.real", f"print({name})")
        if self.chance(10):
            self.odd_statement()
        if self.chance(25):
            self.put(f"if {name} {self.one_of('>', '<', '==')} {self.one_of('0', '1.0', 'n')}:")
            self.put(f"    {use}")
        else:
            self.put(use)
        if self.chance(20):
            self.put(f"z = y * {name}")
        self.kinds["y"] = "t"

    def places(self):
        """Places that a mask selects, found and written to, or counted."""
        name = self.one_of("y", "z", "y")
        found = self.one_of("torch.where(m)", "torch.nonzero(m)", "torch.nonzero(m, as_tuple=True)", "m.nonzero()",
                            "torch.where(m)[0]", "m.nonzero(as_tuple=True)[0]")
        self.put("m = " + self.mask())
        self.kinds["m"] = "m"
        self.put(f"i = {found}")
        if self.chance(12):
            self.put(self.one_of("m = ~m", "m[0] = True", f"{name} = {name}[:2]", "i = i"))
        self.put(self.one_of(f"{name}[i] = -1.0", f"{name}[i] = 0", f"{name}[i] += 1.0", f"{name}[i] = x[i]",
                             f"{name} = {name} * len(i)", f"if len(i) > 0:\n{'    ' * (self.level + 1)}y = x * 2.0",
                             f"if i.numel() == 0:\n{'    ' * (self.level + 1)}y = x - 1.0", f"y = x[i].sum()"))

    def common(self):
        """Both arms do the same with something else."""
        a, b = self.tensor(1), self.tensor(1)
        call = self.one_of("{} = helper({})", "{} = torch.relu({})", "self.state.copy_({1})", "{}.copy_({})", "{}.add_({})",
                           "{} = self.norm({})", "{} = touch({})", "{}.append({})", "{} = helper({}, n)", "{} = helper(a={})")
        name = self.one_of("y", "z", "y")
        self.put(f"if {self.condition()}:")
        self.put("    " + call.format(name, a))
        if self.chance(70):
            self.put("else:")
            self.put("    " + self.one_of(call, call, call, "{} = torch.tanh({})").format(name, b))
        self.kinds["y"] = "t"

    def odd_statement(self):
        names = [name for name in self.names("t") if name not in ("x", "w")] or ["y"]
        a = self.one_of(*names)
        b = self.one_of(*self.names("t"))
        self.put(self.one_of(
            f"{a}.add_(1.0)", f"{a}.mul_({b})", f"{a}[0] = 1.0", f"{b}.clamp_(-1.0, 1.0)", f"{a}.relu_()",
            "self.count += 1", "self.total += 1.0", f"self.state.copy_(self.state * 0.5)", f"self.kept = {b}",
            f"self.state = {b}", "print('here')", f"out.append({b})", "n = n + 1", f"{a} = {b}", f"{a} = {b}.view(-1)",
            f"torch.rand(1)", f"{a}.zero_()", f"{a}, z = {b}, {a}", f"del {a}", "assert n < 4", f"{a} = None",
            "raise ValueError('no')", f"k = lambda: {a}", f"{a}.data = {b}", f"{a}.unsqueeze_(0)"))

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
        value = self.one_of(self.tensor(1), f"{self.tensor(1)}, {self.tensor(0)}", f"{self.tensor(0)}, {self.scalar()}",
                            f"{self.scalar()}")
        return value

    def function(self):
        self.put("y = " + self.one_of("x * 1.5", "x + w", "x - 1.0", "x", "x.clone()", "torch.relu(x)", "x.view(-1)"))
        self.kinds["y"] = "t"
        if self.chance(40):
            self.put("z = " + self.one_of("w * 0.5", "y", "x.exp()", "torch.zeros_like(x)", "y[:]", "w.to(x.dtype)"))
            self.kinds["z"] = "t"
        if any("out" in line for line in self.lines) or self.chance(5):
            self.put("out = []")
        topic = getattr(self, {"chance": "layer_drop"}.get(name := self.one_of(*self.TOPICS), name))
        for _ in range(self.draw(st.integers(1, 3))):
            topic() if self.chance(60) else self.statement()
        if self.chance(60):
            self.put(f"y = y * {self.one_of('1.0', '2.0')}")
        self.put(f"return {self.result()}")
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
def programs(draw):
    """The text of a program."""
    writer = Writer(draw)
    decorator = writer.one_of("", "", "", "", "", "    @torch.no_grad()\n")
    signature = writer.one_of(*SIGNATURES)
    lines = writer.function()
    if writer.chance(12):
        call = "    def forward(self, {}):\n        return step(x, w, n, flag)\n\n\n@torch.compile\ndef step({}):\n"
        return HEAD + call.format(signature, signature) + "\n".join(as_function(lines)) + "\n"
    return HEAD + f"{decorator}    def forward(self, {signature}):\n" + "\n".join(lines) + "\n"
