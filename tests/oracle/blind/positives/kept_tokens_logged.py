"""Token pruning in a vision transformer tells the log how many tokens have survived a layer."""

import logging

import torch
from torch import nn

from fxkit import build, randn

logger = logging.getLogger("pruning")


class PrunedLayer(nn.Module):
    def __init__(self, dim=4, threshold=0.1, index=0):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.threshold, self.index = threshold, index

    def forward(self, x, keep):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        bias = torch.where(keep, 0.0, -1e4)[:, None]
        attn = (q @ k.transpose(1, 2) / x.shape[-1] ** 0.5 + bias).softmax(dim=-1)
        importance = attn.mean(dim=1)
        keep = keep & (importance > self.threshold)
        logger.info("layer %d keeps %d of %d tokens", self.index, keep.sum().item(), keep.numel())
        return x + attn @ v, keep


class PrunedViT(nn.Module):
    def __init__(self, thresholds=(0.1, 0.22)):
        super().__init__()
        self.layers = nn.ModuleList(PrunedLayer(threshold=t, index=i) for i, t in enumerate(thresholds))

    def forward(self, x):
        keep = torch.ones(x.shape[:2], dtype=torch.bool)
        for layer in self.layers:
            x, keep = layer(x, keep)
        weights = keep.float().unsqueeze(-1)
        return (x * weights).sum(1) / weights.sum(1).clamp(min=1)


def load():
    return torch.compile(PrunedViT())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4),), "base grad zero")

EXPECT = {'topic': 'vision',
 'kind': 'logs',
 'rewrites': [],
 'breaks': {25: 4},
 'gb': ['GB0124', 'GB0291', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'log-site',
            'number-tensor',
            'requires-grad',
            'shown-history']}
