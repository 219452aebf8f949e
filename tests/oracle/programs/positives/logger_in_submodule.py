"""A router inside the model reports its load."""

import logging

import torch
from torch import nn

from fxkit import build, randn


class Router(nn.Module):
    def __init__(self, dim, n_experts):
        super().__init__()
        self.gate = nn.Linear(dim, n_experts, bias=False)
        self.log = logging.getLogger("moe.router")

    def forward(self, x):
        probs = torch.softmax(self.gate(x), dim=-1)
        self.log.warning("peak load %.3f", float(probs.detach().sum(0).max()))
        return probs


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.router = Router(4, 3)

    def forward(self, x):
        probs = self.router(x)
        return probs * 2.0


def load():
    return torch.compile(Block())


def cases():
    yield from build(load, lambda: (randn(5, 4),), "base zero nan grad inf")

EXPECT = {'topic': 'moe',
 'rewrites': ['R36'],
 'breaks': {19: 5},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
