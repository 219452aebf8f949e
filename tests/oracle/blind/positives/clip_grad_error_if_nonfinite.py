"""A training step that clips its gradients and refuses to go on when their norm is not finite."""

import torch
from torch import nn

from fxkit import build, randn


class Regressor(nn.Module):
    def __init__(self, dim=4, hidden=6):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)


class Trainer:
    def __init__(self, max_norm=0.5, lr=0.1):
        self.model = Regressor()
        self.max_norm, self.lr = max_norm, lr
        self.clip = torch.compile(self.clip_and_apply)
        self.skipped = 0

    def clip_and_apply(self):
        params = [p for p in self.model.parameters() if p.grad is not None]
        total_norm = nn.utils.clip_grad_norm_(params, self.max_norm, error_if_nonfinite=True)
        with torch.no_grad():
            for p in params:
                p.add_(p.grad, alpha=-self.lr)
        return total_norm

    def step(self, x, y):
        for p in self.model.parameters():
            p.grad = None
        loss = (self.model(x) - y).square().mean()
        loss.backward()
        try:
            norm = self.clip()
        except RuntimeError as err:
            if "non-finite" not in str(err):
                raise
            self.skipped += 1
            norm = None
        return loss.detach(), norm


def load(max_norm=0.5):
    return Trainer(max_norm).step


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5)), "base zero nan inf")
    yield from build(lambda: load(100.0), lambda: (randn(5, 4), randn(5)), "base", tag="loose-")

EXPECT = {'topic': 'training',
 'kind': 'exceptions',
 'rewrites': [],
 'breaks': {27: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
