"""Vector quantiser that replaces rarely used codes by random samples of the batch."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class EuclideanCodebook(nn.Module):
    def __init__(self, dim=3, codebook_size=4, decay=0.5, threshold_ema_dead_code=0.05):
        super().__init__()
        self.decay = decay
        self.threshold_ema_dead_code = threshold_ema_dead_code
        self.register_buffer("embed", torch.randn(codebook_size, dim))
        self.register_buffer("cluster_size", torch.ones(codebook_size))

    def replace(self, samples, mask):
        idx = torch.randint(0, samples.size(0), (self.embed.size(0),))
        self.embed.copy_(torch.where(mask[:, None], samples[idx], self.embed))

    def expire_codes_(self, samples):
        if self.threshold_ema_dead_code == 0:
            return
        expired = self.cluster_size < self.threshold_ema_dead_code
        if not torch.any(expired):
            return
        self.replace(samples, expired)

    @torch.no_grad()
    def forward(self, x):
        dist = torch.cdist(x, self.embed)
        ind = dist.argmin(-1)
        onehot = F.one_hot(ind, self.embed.size(0)).to(x.dtype)
        self.cluster_size.mul_(self.decay).add_(onehot.sum(0), alpha=1 - self.decay)
        quantize = self.embed[ind]
        self.expire_codes_(x)
        return quantize, ind


def load():
    return torch.compile(EuclideanCodebook())


def load_lenient():
    return torch.compile(EuclideanCodebook(threshold_ema_dead_code=0.01))


def cases():
    yield from build(load, lambda: (randn(5, 3),), "base neg zero")
    yield from build(load_lenient, lambda: (randn(5, 3),), "base", tag="alive-")


EXPECT = {'topic': 'vq',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {-1: 2, 26: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
