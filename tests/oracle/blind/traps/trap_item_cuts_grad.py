"""Loss balancing: the auxiliary loss is rescaled to the size of the main loss."""

import torch
from torch import nn

from fxkit import build, randn


class BalancedLoss(nn.Module):
    def __init__(self, aux_ratio=0.3, eps=1e-8):
        super().__init__()
        self.aux_ratio = aux_ratio
        self.eps = eps
        self.head = nn.Linear(4, 2)

    def forward(self, x, target):
        out = self.head(x)
        main = (out - target).pow(2).mean()
        aux = out.abs().mean()
        ratio = main.item() / (aux.item() + self.eps)
        return main + self.aux_ratio * ratio * aux


def load():
    return torch.compile(BalancedLoss())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 2)), "base grad")


EXPECT = {'topic': 'loss',
 'kind': 'item_detaches',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {20: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'naive_differs_in': ['values'],
 'unsafe': ['no-training']}
