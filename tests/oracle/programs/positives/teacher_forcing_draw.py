"""One draw decides whether the target or the prediction is fed back."""

import torch
from torch import nn

from fxkit import build, randn


class Feedback(nn.Module):
    def __init__(self, ratio=0.5):
        super().__init__()
        self.ratio = ratio

    def forward(self, pred, target):
        pred = pred * 1.5
        target = target.to(pred.dtype)
        use_teacher = torch.rand(()) < self.ratio
        if use_teacher:
            nxt = target * 1.0
        else:
            nxt = pred * 1.0
        return nxt + 0.5


def load():
    return torch.compile(Feedback().train())


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan zero half f64 grad nan+grad inf+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R40', 'R1'],
 'breaks': {18: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
