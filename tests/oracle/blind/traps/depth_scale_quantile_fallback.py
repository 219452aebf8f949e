"""Alignment of predicted to sparse metric depth by a quantile of the ratios; frames without points keep their scale."""

import torch
from torch import nn

from fxkit import build, bools, rand


class DepthAligner(nn.Module):
    def __init__(self, q=0.6, min_depth=0.1, max_depth=50.0, momentum=0.5):
        super().__init__()
        self.q = q
        self.min_depth, self.max_depth = min_depth, max_depth
        self.momentum = momentum
        self.register_buffer("scale", torch.ones(()))
        self.num_failures = 0

    def estimate(self, pred, sparse):
        valid = (sparse > self.min_depth) & (sparse < self.max_depth)
        ratio = sparse[valid] / pred[valid].clamp(min=1e-3)
        if ratio.numel() == 0:
            # no points in view
            self.num_failures += 1
            return self.scale.clone()
        return torch.quantile(ratio, self.q)

    @torch.no_grad()
    def forward(self, pred, sparse):
        scale = self.estimate(pred, sparse)
        self.scale.lerp_(scale, self.momentum)
        return (pred * self.scale).clamp(max=self.max_depth)


def load(**kw):
    return torch.compile(DepthAligner(**kw))


def batch(p=0.3, far=1.0):
    sparse = rand(4, 5, seed=1) * 20 * bools(4, 5, p=p) * far
    return rand(4, 5) * 3 + 0.2, sparse


def cases():
    yield from build(load, batch, "base")
    yield from build(load, lambda: batch(1.1), "base", tag="dense-")
    yield from build(load, lambda: batch(-1.0), "base", tag="empty-view-")
    yield from build(load, lambda: batch(0.5, 1e4), "base", tag="too-far-")


EXPECT = {'topic': 'depth',
 'verdict': 'decline',
 'obligations': ['empty selection', 'size of the selection is tested'],
 'breaks': {20: 3},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions', 'value'],
 'unsafe': ['close']}
