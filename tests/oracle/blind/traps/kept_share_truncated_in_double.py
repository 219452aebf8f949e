"""Online hard example mining keeps a share of the valid examples; the share is a product of Python numbers."""

import torch
from torch import nn

from fxkit import build, randn


class OHEM(nn.Module):
    def __init__(self, ratio=0.29):
        super().__init__()
        self.ratio = ratio

    def num_kept(self, valid):
        return int(self.ratio * valid.sum().item())

    def forward(self, loss, valid):
        kept = self.num_kept(valid)
        hardest = loss.masked_fill(~valid, -1.0).sort(descending=True).values
        hard = torch.arange(loss.shape[0]) < kept
        return (hardest * hard).sum() / max(kept, 1)


class SmallNet(nn.Module):
    def __init__(self, dim=3, ratio=0.29):
        super().__init__()
        self.fc = nn.Linear(dim, 1)
        self.ohem = OHEM(ratio)

    def forward(self, x, y, valid):
        loss = nn.functional.softplus(-y * self.fc(x).squeeze(-1))
        return self.ohem(loss, valid)


def load(ratio=0.29):
    return torch.compile(SmallNet(ratio=ratio))


def batch(n, valid):
    return randn(n, 3), randn(n).sign(), torch.arange(n) < valid


def cases():
    yield from build(load, lambda: batch(10, 7), "base grad")
    yield from build(load, lambda: batch(104, 100), "base", tag="hundred-")
    yield from build(load, lambda: batch(10, 0), "base", tag="none-")
    yield from build(lambda: load(0.7), lambda: batch(12, 10), "base", tag="seven-")

EXPECT = {'topic': 'detection',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {15: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
