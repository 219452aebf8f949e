"""Population training in one file: the champion takes over the weights of a challenger whose loss is lower."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def make_net(n_in, n_out):
    return nn.Sequential(nn.Linear(n_in, 5), nn.GELU(), nn.Linear(5, n_out))


class Tournament(nn.Module):
    def __init__(self, n_in=4, n_out=2):
        super().__init__()
        self.champion = make_net(n_in, n_out)
        self.challenger = make_net(n_in, n_out)

    @torch.no_grad()
    def forward(self, x, y):
        held = F.mse_loss(self.champion(x), y)
        tried = F.mse_loss(self.challenger(x), y)
        if tried < held:
            for p, q in zip(self.champion.parameters(), self.challenger.parameters()):
                p.copy_(q)
        return torch.minimum(held, tried), self.champion(x)


def load():
    return torch.compile(Tournament())


def load_swapped():
    t = Tournament()
    t.champion, t.challenger = t.challenger, t.champion
    return torch.compile(t)


def cases():
    yield from build(load, lambda: (randn(6, 4), randn(6, 2)), "base nan")
    yield from build(load_swapped, lambda: (randn(6, 4), randn(6, 2)), "base", tag="swapped-")

EXPECT = {'topic': 'training',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {24: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
