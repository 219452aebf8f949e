"""A module flag joined to a tensor test."""

import torch
from torch import nn

from fxkit import build, randn


class Window(nn.Module):
    def __init__(self, stable):
        super().__init__()
        self.stable = stable

    def forward(self, scores):
        scores = scores * 0.5
        if self.stable and scores.amax() > 1.0:
            scores = scores - scores.detach().amax()
        return scores


def load():
    return torch.compile(Window(True))


def load_raw():
    return torch.compile(Window(False))


def cases():
    yield from build(load, lambda: (randn(2, 3, 3),), "base big small nan inf half f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from build(load_raw, lambda: (randn(2, 3, 3),), "base", tag="raw-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R5', 'R2'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
