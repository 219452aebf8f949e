"""Single shot detector: the hardest negatives are kept, three for each positive anchor."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, randn


class MultiBoxLoss(nn.Module):
    def __init__(self, neg_pos_ratio=3):
        super().__init__()
        self.neg_pos_ratio = neg_pos_ratio

    def hardest(self, losses, count):
        """Sum of the `count` largest losses."""
        return losses.sort(descending=True).values[:count].sum()

    def forward(self, logits, positive):
        """logits: (anchors,), positive: (anchors,) bool."""
        loss = F.binary_cross_entropy_with_logits(logits, positive.float(), reduction="none")
        num_pos = positive.sum()
        num_neg = int(self.neg_pos_ratio * num_pos)
        pos_loss = (loss * positive).sum()
        neg_loss = self.hardest(loss * ~positive, num_neg)
        return (pos_loss + neg_loss) / num_pos.clamp(min=1)


class AnchorHead(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.criterion = MultiBoxLoss()

    def forward(self, anchors, positive):
        logits = self.score(anchors).squeeze(-1)
        return self.criterion(logits, positive), logits


def load():
    return torch.compile(AnchorHead())


def cases():
    yield from build(load, lambda: (randn(12, 4), bools(12, p=0.2)), "base grad big")
    yield from build(load, lambda: (randn(12, 4), bools(12, seed=3, p=0.6)), "base", tag="many-")
    yield from build(load, lambda: (randn(12, 4), torch.zeros(12).bool()), "base grad", tag="empty image-")

EXPECT = {'rewrites': [],
 'topic': 'detection',
 'kind': 'sizes',
 'breaks': {23: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
