"""Auto-correlation of a forecasting transformer: values are rolled by the most likely delays."""

import math

import torch
from torch import nn

from fxkit import build, randn


class AutoCorrelation(nn.Module):
    """Period-based dependencies discovery and time delay aggregation."""

    def __init__(self, factor: int = 1):
        super().__init__()
        self.factor = factor

    def time_delay_agg_training(self, values: torch.Tensor, corr: torch.Tensor) -> torch.Tensor:
        """values, corr: [B, H, E, L]"""
        length = values.shape[3]
        # find top k
        top_k = int(self.factor * math.log(length))
        mean_value = torch.mean(torch.mean(corr, dim=1), dim=1)
        index = torch.topk(torch.mean(mean_value, dim=0), top_k, dim=-1)[1]
        weights = torch.stack([mean_value[:, index[i]] for i in range(top_k)], dim=-1)
        # update corr
        tmp_corr = torch.softmax(weights, dim=-1)
        # aggregation
        delays_agg = torch.zeros_like(values).float()
        for i in range(top_k):
            pattern = torch.roll(values, -int(index[i]), -1)
            delays_agg = delays_agg + pattern * tmp_corr[:, i].view(-1, 1, 1, 1)
        return delays_agg

    def forward(self, queries, keys, values):
        q_fft = torch.fft.rfft(queries.permute(0, 2, 3, 1).contiguous(), dim=-1)
        k_fft = torch.fft.rfft(keys.permute(0, 2, 3, 1).contiguous(), dim=-1)
        corr = torch.fft.irfft(q_fft * torch.conj(k_fft), n=queries.shape[1], dim=-1)
        v = self.time_delay_agg_training(values.permute(0, 2, 3, 1).contiguous(), corr)
        return v.permute(0, 3, 1, 2).contiguous()


class AutoCorrelationLayer(nn.Module):
    def __init__(self, d_model=6, n_heads=2, factor=1):
        super().__init__()
        self.n_heads = n_heads
        self.inner_correlation = AutoCorrelation(factor)
        self.qkv = nn.Linear(d_model, 3 * d_model)
        self.out_projection = nn.Linear(d_model, d_model)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        B, L, _ = x.shape
        q, k, v = (t.reshape(B, L, self.n_heads, -1) for t in self.qkv(x).chunk(3, dim=-1))
        out = self.inner_correlation(q, k, v).reshape(B, L, -1)
        return self.out_projection(out)


def make(factor=1):
    return torch.compile(AutoCorrelationLayer(factor=factor))


def cases():
    yield from build(make, lambda: (randn(2, 8, 6),), "base grad big")
    yield from build(make, lambda: (randn(1, 12, 6),), "base", tag="long-")
    yield from build(lambda: make(2), lambda: (randn(2, 8, 6, seed=9),), "base", tag="more-")

EXPECT = {'topic': 'time series',
 'rewrites': [],
 'breaks': {25: 9, 31: 1},
 'gb': ['GB0033', 'GB0124', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['grad-close'],
 'unsafe': ['finite-grad', 'grad-close', 'close']}
