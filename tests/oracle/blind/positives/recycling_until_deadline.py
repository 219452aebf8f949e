"""Inference of a structure module recycles until it is done or its time budget is spent."""

import time
from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class InferenceConfig:
    dim: int = 4
    max_cycles: int = 3
    budget_s: float = 3600.0


class PairUpdate(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.left = nn.Linear(dim, dim)
        self.right = nn.Linear(dim, dim)
        self.norm = nn.LayerNorm(dim)

    def forward(self, pair):
        update = torch.einsum("ikc,jkc->ijc", self.left(pair), self.right(pair))
        return self.norm(pair + update)


class StructureInference(nn.Module):
    def __init__(self, config=InferenceConfig()):
        super().__init__()
        self.config = config
        self.block = PairUpdate(config.dim)
        self.distogram = nn.Linear(config.dim, 5)

    def forward(self, pair):
        deadline = time.monotonic() + self.config.budget_s
        cycles = 0
        while cycles < self.config.max_cycles:
            pair = self.block(pair)
            cycles += 1
            if time.monotonic() > deadline:
                break
        return self.distogram(pair), cycles


def load():
    return torch.compile(StructureInference())


def load_hasty():
    return torch.compile(StructureInference(InferenceConfig(budget_s=-1.0)))


def cases():
    yield from build(load, lambda: (randn(3, 3, 4),), "base grad nan")
    yield from build(load_hasty, lambda: (randn(3, 3, 4),), "base", tag="hasty-")

EXPECT = {'rewrites': [],
 'topic': 'protein',
 'kind': 'host',
 'breaks': {39: 1, 44: 1},
 'gb': ['GB0007', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
