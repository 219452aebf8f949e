"""Residual audio codec, one stage: codes whose moving count fell too low are replaced by frames of the batch."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class EuclideanCodebook(nn.Module):
    def __init__(self, dim: int, codebook_size: int, decay: float = 0.8, threshold_ema_dead_code: float = 0.7):
        super().__init__()
        self.decay = decay
        self.threshold = threshold_ema_dead_code
        self.register_buffer("embed", torch.randn(codebook_size, dim))
        self.register_buffer("cluster_size", torch.ones(codebook_size))
        self.register_buffer("embed_avg", self.embed.clone())

    def replace_(self, samples, mask):
        repeats = self.embed.shape[0] // samples.shape[0] + 1
        samples = samples.repeat(repeats, 1)[: self.embed.shape[0]]
        self.embed.copy_(torch.where(mask[..., None], samples, self.embed))

    def expire_codes_(self, batch_samples):
        if self.threshold == 0:
            return
        expired_codes = self.cluster_size < self.threshold
        if not torch.any(expired_codes):
            return
        self.replace_(batch_samples, mask=expired_codes)

    @torch.no_grad()
    def update(self, flat, ind):
        self.expire_codes_(flat)
        onehot = F.one_hot(ind, self.embed.shape[0]).type(flat.dtype)
        self.cluster_size.lerp_(onehot.sum(0), 1 - self.decay)
        self.embed_avg.lerp_(onehot.t() @ flat, 1 - self.decay)
        return onehot.mean(0)

    def forward(self, x):
        flat = x.reshape(-1, x.shape[-1])
        ind = torch.cdist(flat.detach(), self.embed).argmin(dim=-1)
        quantize = F.embedding(ind, self.embed).view_as(x)
        info = {"commit": F.mse_loss(x, quantize)}
        if self.training:
            usage = self.update(flat.detach(), ind)
            info["perplexity"] = torch.exp(-(usage * (usage + 1e-8).log()).sum()).item()
        return x + (quantize - x).detach(), ind, info


def load():
    return torch.compile(EuclideanCodebook(3, 5))


def cases():
    yield from build(load, lambda: (randn(2, 4, 3),), "base grad zero")
    yield from build(lambda: torch.compile(EuclideanCodebook(3, 5).eval()), lambda: (randn(2, 4, 3),), "base", tag="eval-")

EXPECT = {'topic': 'audio codecs',
 'kind': 'early exit',
 'rewrites': [],
 'breaks': {28: 2, 47: 1},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
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
