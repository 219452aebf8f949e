"""forward calls a method that chooses between two score tensors."""

import torch
from torch import nn

from fxkit import build, randn


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.margin = 0.1

    def pick(self, local, full):
        if local.amax() - full.amax() > self.margin:
            return local + 1.0
        else:
            return full - 1.0

    def forward(self, local, full):
        return self.pick(local, full).softmax(-1)


def load():
    return torch.compile(Heads())


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(2, 3, seed=8)), "base pos neg big zero half f64 grad pos+grad neg+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R1'],
 'breaks': {15: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
