"""Hysteresis step of a differentiable Canny detector; weak edges join strong neighbours until nothing changes."""

import torch
from torch import nn
import torch.nn.functional as F

from fxkit import build, rand


class Hysteresis(nn.Module):
    def __init__(self, low=0.3, high=0.8, max_iter=4):
        super().__init__()
        self.low, self.high, self.max_iter = low, high, max_iter
        self.register_buffer("kernel", torch.ones(1, 1, 3, 3))

    def grow(self, strong, weak):
        touched = F.conv2d(strong.float(), self.kernel, padding=1) > 0
        return strong | (weak & touched)

    def forward(self, magnitude):
        strong = magnitude > self.high
        weak = (magnitude > self.low) & ~strong
        edges = strong
        rounds = 0
        for _ in range(self.max_iter):
            rounds += 1
            grown = self.grow(edges, weak)
            if torch.equal(grown, edges):
                break
            edges = grown
        density = edges.float().mean()
        return magnitude * edges, edges, density


def chain():
    m = torch.zeros(1, 1, 1, 8)
    m[..., 0] = 1.0
    m[..., 1:7] = 0.5
    return (m,)


def cases():
    make = lambda: torch.compile(Hysteresis())
    yield from build(make, lambda: (rand(1, 1, 5, 5),), "base grad", tag="random-")
    yield from build(make, chain, "base", tag="chain-")
    yield from build(make, lambda: (torch.zeros(1, 1, 4, 4),), "base", tag="blank-")
    yield from build(make, lambda: (torch.ones(1, 1, 4, 4),), "base", tag="full-")


EXPECT = {'topic': 'vision',
 'rewrites': [],
 'breaks': {28: 1},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
