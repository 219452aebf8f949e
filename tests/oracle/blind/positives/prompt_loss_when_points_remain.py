"""Interactive segmentation: the loss on clicked points, or a zero that keeps the graph when there are none."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, ints, randn


class MaskDecoder(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.hyper = nn.Linear(dim, dim)

    def forward(self, token, pixels):
        """token: (b, dim), pixels: (b, n, dim) -> (b, n)"""
        return torch.einsum("bd,bnd->bn", self.hyper(token), pixels)


class PointLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.decoder = MaskDecoder()

    def loss_over_points(self, logits, labels, clicked):
        bce = F.binary_cross_entropy_with_logits(logits, labels, reduction="none")
        if clicked.any():
            return (bce * clicked).sum() / clicked.sum()
        return logits.sum() * 0.0

    def forward(self, token, pixels, labels, clicked):
        logits = self.decoder(token, pixels)
        return self.loss_over_points(logits, labels, clicked), logits > 0


def load():
    return torch.compile(PointLoss())


def cases():
    yield from build(load, lambda: (randn(2, 4), randn(2, 5, 4), ints(0, 2, 2, 5).float(), bools(2, 5)), "base grad true false zero")

EXPECT = {'topic': 'segmentation',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {27: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
