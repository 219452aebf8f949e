"""Stock ranking: the information coefficient of a day is the correlation of predictions and returns."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


class DailyRanker(nn.Module):
    def __init__(self, factors=4):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(factors, 5), nn.ReLU(), nn.Linear(5, 1))

    def information_coefficient(self, pred, ret):
        p = pred.detach().cpu().numpy()
        r = ret.detach().cpu().numpy()
        return float(np.corrcoef(p, r)[0, 1])

    def forward(self, x, ret):
        pred = self.score(x).squeeze(-1)
        centred = pred - pred.mean()
        loss = ((centred - (ret - ret.mean())) ** 2).mean()
        return {"loss": loss, "ic": self.information_coefficient(pred, ret)}


def load():
    return torch.compile(DailyRanker())


def cases():
    yield from build(load, lambda: (randn(6, 4), randn(6)), "base grad small")

EXPECT = {'topic': 'finance, metrics',
 'kind': 'numpy, logged number',
 'rewrites': [],
 'breaks': {18: 2},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
