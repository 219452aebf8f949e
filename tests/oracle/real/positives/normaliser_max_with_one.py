"""The focal loss of a dense detector is divided by the number of positives, at least one."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class RetinaClsLoss(nn.Module):
    def __init__(self, num_classes=3, alpha=0.25, gamma=2.0):
        super().__init__()
        self.num_classes = num_classes
        self.alpha, self.gamma = alpha, gamma

    def focal(self, logits, onehot):
        prob = logits.sigmoid()
        p_t = prob * onehot + (1 - prob) * (1 - onehot)
        alpha_t = self.alpha * onehot + (1 - self.alpha) * (1 - onehot)
        ce = F.binary_cross_entropy_with_logits(logits, onehot, reduction="none")
        return alpha_t * (1 - p_t) ** self.gamma * ce

    def forward(self, logits, labels):
        positive = labels < self.num_classes
        num_pos = max(positive.sum().item(), 1)
        onehot = F.one_hot(labels, self.num_classes + 1)[..., :-1].to(logits.dtype)
        return self.focal(logits, onehot).sum() / num_pos


def load():
    return torch.compile(RetinaClsLoss())


def cases():
    yield from build(load, lambda: (randn(2, 6, 3), ints(0, 4, 2, 6)), "base grad big nan")
    yield from build(load, lambda: (randn(2, 6, 3), torch.full((2, 6), 3)), "base", tag="background-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R22'],
 'breaks': {25: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
