"""Calibration of static activation scales, in the way of SmoothQuant: hooks keep the largest input of each linear."""

import functools

import torch
from torch import nn

from fxkit import build, randn


class FeedForward(nn.Module):
    def __init__(self, dim=4, hidden=6):
        super().__init__()
        self.fc1 = nn.Linear(dim, hidden)
        self.fc2 = nn.Linear(hidden, dim)

    def forward(self, x):
        return x + self.fc2(torch.relu(self.fc1(x)))


class Calibrator(nn.Module):
    def __init__(self, model, bits=8):
        super().__init__()
        self.model = model
        self.act_dict = {}
        self.qmax = 2 ** (bits - 1) - 1
        for name, m in model.named_modules():
            if isinstance(m, nn.Linear):
                self.act_dict[name] = {"input": 0.0, "output": 0.0}
                m.register_forward_hook(functools.partial(self.stat_io_hook, name=name))

    def stat_io_hook(self, m, x, y, name):
        if isinstance(x, tuple):
            x = x[0]
        self.act_dict[name]["input"] = max(self.act_dict[name]["input"], x.detach().abs().max().item())
        if isinstance(y, tuple):
            y = y[0]
        self.act_dict[name]["output"] = max(self.act_dict[name]["output"], y.detach().abs().max().item())

    def scales(self):
        return {name: d["input"] / self.qmax for name, d in self.act_dict.items()}

    def forward(self, x):
        return self.model(x), self.scales()


def load(depth=1):
    return torch.compile(Calibrator(nn.Sequential(*[FeedForward() for _ in range(depth)])))


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad zero big")
    yield from build(lambda: load(2), lambda: (randn(2, 3, 4),), "base", tag="deep-")


EXPECT = {'topic': 'quantisation',
 'rewrites': [],
 'breaks': {35: 3, 38: 2, 41: 1},
 'gb': ['GB0124', 'GB4347'],
 'skips': 1,
 'graphs_per_call': 16,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'number-tensor']}
