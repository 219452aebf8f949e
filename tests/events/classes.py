"""Attributes of `self`, inheritance, super(), containers of modules, and calls between methods."""

import torch
from torch import nn


class Base(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.proj = nn.Linear(size, size)
        self.count = 0

    def extra(self, x):
        return x

    def forward(self, x: torch.Tensor):
        y = self.extra(self.proj(x))
        if y.sum() > self.size:
            y = -y
        return y


class Child(Base):
    def __init__(self):
        super().__init__(8)
        self.scale = nn.Parameter(torch.ones(8))
        self.register_buffer("seen", torch.zeros(1))

    def extra(self, x):
        return x * self.scale

    def forward(self, x: torch.Tensor):
        y = super().forward(x)
        self.seen += 1
        self.count += 1
        if self.seen > 3:
            y = y + 1
        return y


class Net(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.layers = nn.ModuleList([Child() for _ in range(n)])
        self.head = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), Gate())
        self.table = nn.ModuleDict({"a": nn.Linear(8, 8), "b": Gate()})
        self.bag = {}
        self.bag["k"] = 1

    @property
    def depth(self):
        return len(self.layers)

    @staticmethod
    def double(x):
        return x * 2

    @classmethod
    def make(cls, x):
        return x.abs()

    def forward(self, x: torch.Tensor):
        for i, layer in enumerate(self.layers):
            x = layer(x)
        x = self.head(x)
        x = self.table["b"](x)
        d = self.depth
        x = self.double(x) + self.make(x)
        first = self.layers[0]
        k = self.bag["k"]
        return first(x)


class Gate(nn.Module):
    def forward(self, x):
        if x.mean() > 0:
            return x
        return -x
