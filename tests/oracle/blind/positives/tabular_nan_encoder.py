"""Encoder steps of a tabular prior-fitted network: NaN handling and train-set standardisation."""

import torch
from torch import nn

from fxkit import build, bools, randn


def torch_nanmean(x, axis=0):
    num = torch.where(torch.isnan(x), torch.full_like(x, 0), torch.full_like(x, 1)).sum(axis=axis)
    value = torch.where(torch.isnan(x), torch.full_like(x, 0), x).sum(axis=axis)
    return value / num.clip(min=1.0)


class NanHandlingEncoderStep(nn.Module):
    nan_indicator = -2.0
    inf_indicator = 2.0
    neg_inf_indicator = 4.0

    def __init__(self, keep_nans=True):
        super().__init__()
        self.keep_nans = keep_nans
        self.register_buffer("feature_means_", torch.tensor([]), persistent=False)

    def _fit(self, x, single_eval_pos):
        self.feature_means_ = torch_nanmean(x[:single_eval_pos], axis=0)

    def forward(self, x, single_eval_pos):
        self._fit(x, single_eval_pos)
        nans_indicator = None
        if self.keep_nans:
            nans_indicator = (
                torch.isnan(x) * self.nan_indicator
                + torch.logical_and(torch.isinf(x), torch.sign(x) == 1) * self.inf_indicator
                + torch.logical_and(torch.isinf(x), torch.sign(x) == -1) * self.neg_inf_indicator
            ).to(x.dtype)

        nan_mask = torch.logical_or(torch.isnan(x), torch.isinf(x))
        # replace nans with the mean of the corresponding feature
        x = x.clone()  # clone to avoid inplace operations
        x[nan_mask] = self.feature_means_.unsqueeze(0).expand_as(x)[nan_mask]
        return x, nans_indicator


class TabularEncoder(nn.Module):
    def __init__(self, num_features=4, emsize=3):
        super().__init__()
        self.nans = NanHandlingEncoderStep()
        self.linear = nn.Linear(2 * num_features, emsize)

    def forward(self, x, single_eval_pos):
        x, indicator = self.nans(x, single_eval_pos)
        mean = x[:single_eval_pos].mean(0)
        std = x[:single_eval_pos].std(0) + 1e-6
        x = ((x - mean) / std).clamp(-100, 100)
        return self.linear(torch.cat([x, indicator], -1))


def load():
    return torch.compile(TabularEncoder())


def table(p=0.3):
    return randn(7, 4).masked_fill(bools(7, 4, seed=4, p=p), float("nan")), 5


def cases():
    yield from build(load, table, "base grad")
    yield from build(load, lambda: table(-1.0), "base grad inf ninf", tag="clean-")
    yield from build(load, lambda: table(2.0), "base", tag="missing-")


EXPECT = {'topic': 'tabular',
 'rewrites': [],
 'breaks': {41: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
