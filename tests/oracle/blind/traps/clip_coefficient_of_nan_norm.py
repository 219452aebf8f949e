"""Gradient clipping with Python's `min`: with a NaN norm the coefficient stays one."""

import torch
from torch import nn

from fxkit import build, randn


class GradClipper(nn.Module):
    """Scales all gradients so that their common norm is at most max_norm."""

    def __init__(self, max_norm=1.0, eps=1e-6):
        super().__init__()
        self.max_norm = max_norm
        self.eps = eps

    def total_norm(self, grads):
        return torch.stack([g.norm() for g in grads]).norm()

    @torch.no_grad()
    def forward(self, grads, frozen):
        norm = self.total_norm(grads)
        coef = min(1.0, self.max_norm / (norm.item() + self.eps))
        clipped = [g * coef for g in grads]
        return clipped, frozen * coef


def load():
    return torch.compile(GradClipper())


def cases():
    yield from build(load, lambda: ([randn(3, 2), randn(4)], randn(3)), "base zero big nan inf")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['O9', 'NaN'],
 'breaks': {23: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
