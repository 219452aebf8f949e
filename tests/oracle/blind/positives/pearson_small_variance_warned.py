"""Pearson correlation with the running sums of a metric object, and a warning about tiny variances."""

import math
import warnings

import torch
from torch import nn

from fxkit import build, randn


def _pearson_corrcoef_compute(var_x, var_y, corr_xy, nb):
    var_x = var_x / (nb - 1)
    var_y = var_y / (nb - 1)
    corr_xy = corr_xy / (nb - 1)
    bound = math.sqrt(torch.finfo(var_x.dtype).eps)
    if (var_x < bound).any() or (var_y < bound).any():
        warnings.warn(
            "The variance of predictions or target is close to zero. This can cause instability in Pearson correlation"
            "coefficient, leading to wrong results.",
            UserWarning,
        )
    corrcoef = (corr_xy / (var_x * var_y).sqrt()).squeeze()
    return torch.clamp(corrcoef, -1.0, 1.0)


class PearsonCorrCoef(nn.Module):
    def __init__(self, num_outputs=2):
        super().__init__()
        for name in ("mean_x", "mean_y", "var_x", "var_y", "corr_xy"):
            self.register_buffer(name, torch.zeros(num_outputs))
        self.register_buffer("n_total", torch.zeros(()))

    def update(self, preds, target):
        num_obs = preds.shape[0]
        mx_new = (self.n_total * self.mean_x + preds.sum(0)) / (self.n_total + num_obs)
        my_new = (self.n_total * self.mean_y + target.sum(0)) / (self.n_total + num_obs)
        self.n_total = self.n_total + num_obs
        self.var_x = self.var_x + ((preds - mx_new) * (preds - self.mean_x)).sum(0)
        self.var_y = self.var_y + ((target - my_new) * (target - self.mean_y)).sum(0)
        self.corr_xy = self.corr_xy + ((preds - mx_new) * (target - self.mean_y)).sum(0)
        self.mean_x, self.mean_y = mx_new, my_new

    @torch.no_grad()
    def forward(self, preds, target):
        self.update(preds, target)
        return _pearson_corrcoef_compute(self.var_x, self.var_y, self.corr_xy, self.n_total)


def load():
    return torch.compile(PearsonCorrCoef())


def cases():
    yield from build(load, lambda: (randn(5, 2), randn(5, 2, seed=1)), "base nan")
    yield from build(load, lambda: (randn(5, 2) * 1e-4, randn(5, 2, seed=1)), "base", tag="flat-")

EXPECT = {'topic': 'metrics',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {17: 1, 18: 1},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
