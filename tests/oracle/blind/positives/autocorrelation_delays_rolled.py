"""Autoformer: in training the series is rolled by the delays that correlate best over the batch."""

import math

import torch
from torch import nn

from fxkit import build, randn


class AutoCorrelation(nn.Module):
    """(1) period-based dependencies discovery, (2) time delay aggregation."""

    def __init__(self, factor=1):
        super().__init__()
        self.factor = factor

    def time_delay_agg_training(self, values, corr):
        length = values.shape[-1]
        top_k = int(self.factor * math.log(length))
        mean_value = corr.mean(dim=1)
        index = torch.topk(mean_value.mean(dim=0), top_k, dim=-1)[1]
        weights = torch.stack([mean_value[:, index[i]] for i in range(top_k)], dim=-1)
        tmp_corr = torch.softmax(weights, dim=-1)
        delays_agg = torch.zeros_like(values).float()
        for i in range(top_k):
            pattern = torch.roll(values, -int(index[i]), -1)
            delays_agg = delays_agg + pattern * tmp_corr[:, i].view(-1, 1, 1)
        return delays_agg

    def forward(self, queries, keys, values):
        q_fft = torch.fft.rfft(queries, dim=-1)
        k_fft = torch.fft.rfft(keys, dim=-1)
        corr = torch.fft.irfft(q_fft * torch.conj(k_fft), n=queries.shape[-1], dim=-1)
        return self.time_delay_agg_training(values, corr)


class Layer(nn.Module):
    def __init__(self, d_model=3):
        super().__init__()
        self.inner = AutoCorrelation(factor=1)
        self.qkv = nn.Conv1d(d_model, 3 * d_model, 1)
        self.norm = nn.BatchNorm1d(d_model)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=1)
        return self.norm(x + self.inner(q, k, v))


def load():
    return torch.compile(Layer())


def cases():
    yield from build(load, lambda: (randn(2, 3, 12),), "base grad")
    yield from build(load, lambda: (randn(2, 3, 12, seed=5),), "base", tag="other-")

EXPECT = {'topic': 'time series',
 'kind': 'int()',
 'rewrites': [],
 'breaks': {23: 3, 27: 1},
 'gb': ['GB0033', 'GB0124', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
