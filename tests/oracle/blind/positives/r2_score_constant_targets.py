"""Coefficient of determination per output; outputs with a constant target are scored by hand."""

import torch
from torch import nn

from fxkit import build, randn


def r2_score_compute(sum_squared_obs, sum_obs, rss, num_obs, multioutput="uniform_average"):
    mean_obs = sum_obs / num_obs
    tss = sum_squared_obs - sum_obs * mean_obs

    # account for constant targets
    cond_rss = ~torch.isclose(rss, torch.zeros_like(rss), atol=1e-4)
    cond_tss = ~torch.isclose(tss, torch.zeros_like(tss), atol=1e-4)
    cond = cond_rss & cond_tss

    raw_scores = torch.ones_like(rss)
    raw_scores[cond] = 1 - (rss[cond] / tss[cond])
    raw_scores[cond_rss & ~cond_tss] = 0.0

    if multioutput == "raw_values":
        return raw_scores
    return torch.mean(raw_scores)


class R2Score(nn.Module):
    def __init__(self, multioutput):
        super().__init__()
        self.multioutput = multioutput

    def forward(self, preds, target):
        rss = (target - preds).square().sum(dim=0)
        return r2_score_compute(target.square().sum(dim=0), target.sum(dim=0), rss, target.shape[0], self.multioutput)


class Probe(nn.Module):
    def __init__(self, dim=4, outputs=3, multioutput="uniform_average"):
        super().__init__()
        self.head = nn.Linear(dim, outputs)
        self.metric = R2Score(multioutput)

    def forward(self, x, y):
        preds = self.head(x)
        with torch.no_grad():
            score = self.metric(preds, y)
        return nn.functional.mse_loss(preds, y), score


def load(multioutput="uniform_average"):
    return torch.compile(Probe(multioutput=multioutput))


def cases():
    constant = torch.tensor([1.0, 0.0, 1.0])
    yield from build(load, lambda: (randn(5, 4), randn(5, 3)), "base grad")
    yield from build(lambda: load("raw_values"), lambda: (randn(5, 4), randn(5, 3) * constant), "base nan", tag="constant-")
    yield from build(load, lambda: (randn(5, 4), torch.zeros(5, 3)), "base", tag="zeros-")

EXPECT = {'topic': 'metrics',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {19: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
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
