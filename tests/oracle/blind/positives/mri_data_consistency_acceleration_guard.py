"""Cascade of a variational MRI network: hard or soft data consistency depending on the measured noise."""

import torch
from torch import nn

from fxkit import build, bools, randn


class DataConsistency(nn.Module):
    def __init__(self, noise_lvl=None):
        super().__init__()
        self.noise_lvl = noise_lvl

    def forward(self, kspace_pred, kspace0, mask):
        if self.noise_lvl is not None and self.noise_lvl > 0:
            v = self.noise_lvl
            return (1 - mask) * kspace_pred + mask * (kspace_pred + v * kspace0) / (1 + v)
        out = kspace_pred.clone()
        sampled = mask > 0
        out[sampled] = kspace0[sampled]
        return out


class Cascade(nn.Module):
    def __init__(self, noise_lvl=None, n=2):
        super().__init__()
        self.convs = nn.ModuleList([nn.Conv2d(2, 2, 3, padding=1) for _ in range(n)])
        self.dc = DataConsistency(noise_lvl)

    def acceleration(self, mask):
        return mask.numel() / max(float(mask.sum()), 1.0)

    def forward(self, kspace, mask):
        acc = self.acceleration(mask)
        weight = 1.0 if acc < 2 else 2.0 / acc
        k = kspace * mask
        x = k
        for conv in self.convs:
            x = x + weight * conv(x)
            x = self.dc(x, k, mask.expand_as(x))
        return x


def cases():
    m = lambda p: (bools(1, 1, 4, 4, p=p)).float()
    hard = lambda: torch.compile(Cascade())
    soft = lambda: torch.compile(Cascade(torch.tensor(0.3)))
    off = lambda: torch.compile(Cascade(torch.tensor(0.0)))
    yield from build(hard, lambda: (randn(1, 2, 4, 4), m(0.8)), "base grad", tag="hard-")
    yield from build(hard, lambda: (randn(1, 2, 4, 4), m(0.2)), "base", tag="hard-sparse-")
    yield from build(soft, lambda: (randn(1, 2, 4, 4), m(0.3)), "base grad", tag="soft-")
    yield from build(off, lambda: (randn(1, 2, 4, 4), m(0.0)), "base", tag="no-noise-")


EXPECT = {'topic': 'medical imaging',
 'rewrites': [],
 'breaks': {15: 1, 20: 4, 31: 2},
 'gb': ['GB0036', 'GB0124', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
