"""Packs a clip into the slow and the fast pathway."""

import torch
import torch.nn as nn

from fxkit import build, randn


class PackPathway(nn.Module):
    def __init__(self, alpha=3, dim=2):
        super().__init__()
        self.alpha = alpha
        self.slow = nn.Conv3d(dim, 3, 1)
        self.fast = nn.Conv3d(dim, 3, 1)

    def sample(self, frames):
        num = frames.shape[1]
        index = torch.linspace(0, num - 1, max(num // self.alpha, 1)).long()
        return torch.stack([frames[:, i] for i in index.tolist()], dim=1)

    def forward(self, frames):
        slow = self.sample(frames)
        fused = torch.cat(
            [self.slow(slow.transpose(1, 2)).mean((2, 3, 4)), self.fast(frames.transpose(1, 2)).mean((2, 3, 4))], dim=1
        )
        return fused


def load():
    return torch.compile(PackPathway())


def cases():
    yield from build(load, lambda: (randn(2, 8, 2, 3, 3),), "base grad")
    yield from build(load, lambda: (randn(2, 2, 2, 3, 3),), "base grad", tag="short-")


EXPECT = {'topic': 'video',
 'rewrites': ['R21'],
 'breaks': {-1: 4, 19: 4},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
