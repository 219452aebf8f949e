"""Python that Dynamo traces as it is."""

import collections
import contextlib
import dataclasses
import enum
import functools
import itertools
import random
import re
from typing import NamedTuple, Protocol, runtime_checkable

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

count = 0
seen = []
table = {}


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class Output:
    a: torch.Tensor
    b: torch.Tensor = None


class Point(NamedTuple):
    a: torch.Tensor
    b: torch.Tensor


@runtime_checkable
class HasSize(Protocol):
    def size(self): ...


class Meta(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class Box(metaclass=Meta):
    __slots__ = ("value",)

    def __new__(cls, value):
        return super().__new__(cls)

    def __init__(self, value):
        self.value = value

    def __len__(self):
        return 2

    def __bool__(self):
        return True

    def __eq__(self, other):
        return self.value is other.value

    @property
    def doubled(self):
        return self.value * 2


def rows(x):
    for row in x:
        yield row


@functools.lru_cache
def cached(n):
    return n + 1


@torch.compile
def globals_and_closures(x: torch.Tensor, n: int):
    global count
    count += 1
    seen.append(1)
    table["x"] = n
    total = 0

    def add(value):
        nonlocal total
        total += value

    add(n)
    return x + total


@torch.compile
def iteration(x: torch.Tensor):
    y = x.sum() * 0
    for row in rows(x):
        y = y + row.sum()
    for i, (a, b) in enumerate(zip(x, x)):
        y = y + (a * b).sum() * i
    for a, b in itertools.product([1, 2], [3, 4]):
        y = y + a * b
    for item in itertools.chain([1], itertools.combinations([1, 2, 3], 2)):
        y = y + len([item])
    for i in itertools.count():
        if i > 2:
            break
        y = y + i
    return y + sum(row.sum() for row in x)


@torch.compile
def containers(x: torch.Tensor):
    d = collections.defaultdict(list)
    d["a"].append(x)
    o = collections.OrderedDict(a=x, b=x)
    q = collections.deque([x, x])
    q.append(x)
    made = {x, x + 1}
    return d["a"][0] + o["b"] + q.pop() + len(made) + functools.reduce(lambda a, b: a + b, [1, 2])


@torch.compile
def classes(x: torch.Tensor):
    box = Box(x)
    if box and len(box) == 2 and box == box and isinstance(x, HasSize):
        x = box.doubled
    color = Color.RED
    if color is Color.RED and color.value == 1:
        x = x + 1
    point = Point(x, x + 1)
    out = Output(point.a, b=point.b)
    return out.a + functools.partial(torch.add, x)(x) + cached(2)


@torch.compile
def strings(x: torch.Tensor, name: str):
    text = "a b".split()[0].upper() + name.strip() + "{}".format(1) + f"{name:>3}"
    if re.match("a", "abc") or re.sub("a", "b", "abc") == "bbc":
        x = x + 1
    return x + len(text) + random.randint(0, 3) + random.uniform(0, 1)


@torch.compile
def contexts(x: torch.Tensor):
    with torch.no_grad(), torch.autocast("cpu"), torch.inference_mode(False), contextlib.nullcontext():
        x = x + 1
    try:
        x = x + 1
    finally:
        x = x * 2
    return x


class State(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.l0 = nn.Linear(4, 4)
        self.register_buffer("buf", torch.zeros(4))
        self.log = []
        self.cache = {}
        self.cfg = {"a": 1}
        self.last = None

    @functools.cached_property
    def scale(self):
        return 2.0

    def forward(self, x: torch.Tensor):
        self.log.append(1)
        self.cache["x"] = x
        self.last = x
        self.buf += 1
        self.buf = self.buf * 2
        with torch.no_grad():
            self.linear.weight.mul_(1.0)
        self.linear.weight.data.mul_(1.0)
        setattr(self, "zz", x)
        if self.training and self.cfg["a"]:
            x = getattr(self, f"l{0}")(x)
        x = x.to(next(self.parameters()).device) * self.scale
        #                                          ^^^^^^^^^^ GM501 skip
        self.zero_grad()
        del self.zz
        return self.linear(x)


state = torch.compile(State())


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(4, 2, batch_first=True)
        self.encoder = nn.TransformerEncoderLayer(4, 2, batch_first=True)
        self.norm = nn.BatchNorm1d(4)
        self.normed = nn.utils.parametrizations.weight_norm(nn.Linear(4, 4))
        self.bag = nn.EmbeddingBag(4, 4)
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.ReLU())

    def forward(self, x: torch.Tensor, ids: torch.Tensor):
        y, _ = self.attention(x, x, x)
        y = self.encoder(y) + self.norm(x) + self.normed(x) + self.layers(x)
        return y + self.bag(ids.view(1, -1)) + checkpoint(self.layers, x, use_reentrant=False)


features = torch.compile(Features())


@torch.compile
def distributions(x: torch.Tensor):
    normal = torch.distributions.Normal(x, x.abs() + 1)
    categorical = torch.distributions.Categorical(logits=x)
    return normal.log_prob(x) + normal.rsample() + categorical.log_prob(categorical.sample()).unsqueeze(1)


@torch.compile
def transforms(x: torch.Tensor):
    g = torch.func.vmap(torch.func.grad(lambda v: (v * v).sum()))(x)
    return g + F.scaled_dot_product_attention(x[None], x[None], x[None])[0]


@torch.compile
def probes(x: torch.Tensor):
    if torch.is_complex(x) or torch.is_floating_point(x) or torch.is_autocast_enabled():
        x = x + 1
    if torch.promote_types(torch.float32, torch.int64) is torch.float32:
        x = x + 1
    if torch.backends.mps.is_available() or torch.accelerator.is_available():
    #  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
        x = x + 1
    return x.to(torch.get_default_dtype())
