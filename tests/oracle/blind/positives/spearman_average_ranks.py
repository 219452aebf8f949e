"""Spearman correlation as a validation score: tied values get the mean of their ranks."""

import torch
from torch import nn

from fxkit import build, ints, randn


def _find_repeats(data):
    temp = data.detach().clone().sort()[0]
    change = torch.cat([torch.tensor([True]), temp[1:] != temp[:-1]])
    unique = temp[change]
    change_idx = torch.cat([torch.nonzero(change), torch.tensor([[temp.numel()]])]).flatten()
    freq = change_idx[1:] - change_idx[:-1]
    return unique[freq > 1]


def _rank_data(data):
    n = data.numel()
    rank = torch.empty_like(data)
    idx = data.argsort()
    rank[idx[:n]] = torch.arange(1, n + 1, dtype=data.dtype)
    for r in _find_repeats(data):
        condition = data == r
        rank[condition] = rank[condition].mean()
    return rank


def spearman_corrcoef(preds, target, eps=1e-6):
    preds, target = _rank_data(preds), _rank_data(target)
    preds, target = preds - preds.mean(), target - target.mean()
    corrcoef = (preds * target).mean() / (preds.std(unbiased=False) * target.std(unbiased=False) + eps)
    return torch.clamp(corrcoef, -1.0, 1.0)


class QualityRegressor(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.score = nn.Sequential(
            nn.Linear(dim, 6), nn.LayerNorm(6), nn.GELU(), nn.Linear(6, 6), nn.LayerNorm(6), nn.GELU(),
            nn.Linear(6, 6), nn.LayerNorm(6), nn.GELU(), nn.Linear(6, 6), nn.LayerNorm(6), nn.GELU(), nn.Linear(6, 1)
        )

    def forward(self, x, mos):
        preds = self.score(x).squeeze(-1)
        return nn.functional.l1_loss(preds, mos), spearman_corrcoef(preds.detach().round(decimals=1), mos)


def load():
    return torch.compile(QualityRegressor())


def cases():
    yield from build(load, lambda: (randn(6, 4), ints(1, 4, 6).float()), "base grad zero")
    yield from build(load, lambda: (randn(6, 4), torch.arange(6).float()), "base", tag="distinct-")

EXPECT = {'topic': 'metrics',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {12: 2, 13: 1, 15: 1, 25: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
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
