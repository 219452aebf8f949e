"""Superpoint consistency for 3D segmentation: every point is pulled to the mean prediction of its superpoint."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


def entropy(p):
    return -(p * p.clamp(min=1e-8).log()).sum(-1)


class SuperpointConsistency(nn.Module):
    """`max_segments` bounds the segment ids of the over-segmentation."""

    def __init__(self, dim=3, classes=4, max_segments=8, weight=0.3):
        super().__init__()
        self.head = nn.Sequential(nn.Linear(dim, 6), nn.ReLU(), nn.Linear(6, classes))
        self.max_segments = max_segments
        self.weight = weight

    def segment_mean(self, probs, segments):
        """Mean prediction of the segment of every point."""
        ids, inverse = torch.unique(segments, return_inverse=True)
        sums = probs.new_zeros(ids.shape[0], probs.shape[1]).index_add(0, inverse, probs)
        counts = probs.new_zeros(ids.shape[0]).index_add(0, inverse, torch.ones_like(probs[:, 0]))
        return (sums / counts[:, None])[inverse]

    def forward(self, feats, segments, labels):
        logits = self.head(feats)
        probs = F.softmax(logits, dim=-1)
        mean = self.segment_mean(probs, segments)
        consistency = F.kl_div(probs.clamp(min=1e-8).log(), mean.detach(), reduction="batchmean")
        loss = F.cross_entropy(logits, labels) + self.weight * consistency
        return loss, entropy(mean.detach()).mean()


def cases():
    make = lambda: torch.compile(SuperpointConsistency())
    yield from build(make, lambda: (randn(6, 3), torch.tensor([0, 0, 5, 5, 5, 2]), ints(0, 4, 6)), "base grad", tag="three-")
    yield from build(make, lambda: (randn(6, 3), torch.full((6,), 7), ints(0, 4, 6)), "base", tag="one-")
    yield from build(make, lambda: (randn(6, 3), torch.tensor([5, 4, 3, 2, 1, 0]), ints(0, 4, 6)), "base", tag="each-")

EXPECT = {'topic': '3D',
 'rewrites': ['R34'],
 'breaks': {25: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
