"""The adapter is used only for large activations: while idle its gradients stay None."""

import torch
from torch import nn

from fxkit import build, randn


class Adapter(nn.Module):
    def __init__(self):
        super().__init__()
        self.base = nn.Linear(4, 4)
        self.delta = nn.Parameter(torch.full((4,), 0.1))

    def forward(self, x):
        hidden = self.base(x)
        if x.detach().abs().max() > 5.0:
            hidden = hidden + self.delta
        return hidden * 2.0


def load():
    return torch.compile(Adapter())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad big")


EXPECT = {'topic': 'finetuning',
 'verdict': 'decline',
 'obligations': ['O10'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['None or not'],
 'unsafe': []}
