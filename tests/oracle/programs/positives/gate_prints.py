"""Gate statistics are printed between the steps of a recurrent cell."""

import torch
from torch import nn

from fxkit import build, randn


class Cell(nn.Module):
    def __init__(self, verbose=True):
        super().__init__()
        self.verbose = verbose

    def forward(self, x, h):
        r = torch.sigmoid(x + h)
        if self.verbose:
            print("reset gate:", r.detach().mean().item())
        n = torch.tanh(x + r * h)
        if self.verbose:
            print("candidate:", n.detach().abs().max().item())
        return (1 - r) * n + r * h


def load():
    return torch.compile(Cell())


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan zero half f64 grad nan+grad inf+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R36'],
 'breaks': {17: 7, 20: 7},
 'gb': ['GB0059', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
