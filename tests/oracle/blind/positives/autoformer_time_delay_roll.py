"""Series-wise connection by auto-correlation and time delay aggregation."""

import math

import torch
import torch.nn as nn

from fxkit import build, randn


class AutoCorrelation(nn.Module):
    def __init__(self, factor=1):
        super().__init__()
        self.factor = factor

    def time_delay_agg_training(self, values, corr):
        head, channel, length = values.shape[1], values.shape[2], values.shape[3]
        top_k = int(self.factor * math.log(length))
        mean_value = torch.mean(torch.mean(corr, dim=1), dim=1)
        index = torch.topk(torch.mean(mean_value, dim=0), top_k, dim=-1)[1]
        weights = torch.stack([mean_value[:, index[i]] for i in range(top_k)], dim=-1)
        tmp_corr = torch.softmax(weights, dim=-1)
        tmp_values = values
        delays_agg = torch.zeros_like(values).float()
        for i in range(top_k):
            pattern = torch.roll(tmp_values, -int(index[i]), -1)
            delays_agg = delays_agg + pattern * (
                tmp_corr[:, i].unsqueeze(1).unsqueeze(1).unsqueeze(1).repeat(1, head, channel, length)
            )
        return delays_agg

    def forward(self, queries, keys, values):
        L = queries.shape[1]
        q_fft = torch.fft.rfft(queries.permute(0, 2, 3, 1).contiguous(), dim=-1)
        k_fft = torch.fft.rfft(keys.permute(0, 2, 3, 1).contiguous(), dim=-1)
        corr = torch.fft.irfft(q_fft * torch.conj(k_fft), n=L, dim=-1)
        V = self.time_delay_agg_training(values.permute(0, 2, 3, 1).contiguous(), corr)
        return V.permute(0, 3, 1, 2).contiguous()


def load():
    return torch.compile(AutoCorrelation())


def load_wide():
    return torch.compile(AutoCorrelation(factor=2))


def cases():
    yield from build(load, lambda: (randn(2, 9, 2, 3), randn(2, 9, 2, 3, seed=1), randn(2, 9, 2, 3, seed=2)), "base grad neg")
    yield from build(load_wide, lambda: (randn(2, 8, 2, 3), randn(2, 8, 2, 3, seed=1), randn(2, 8, 2, 3, seed=2)), "base grad", tag="wide-")


EXPECT = {'topic': 'timeseries',
 'rewrites': ['R25'],
 'breaks': {-1: 4, 21: 5, 26: 1},
 'gb': ['GB0033', 'GB0124', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
