"""A learning rate decays by a factor close to one at every update, counted in a buffer that grows large."""

import torch
from torch import nn

from fxkit import build, randn


class DecayedStep(nn.Module):
    def __init__(self, num_updates=0, lr=0.5, lr_decay=0.99999, dim=4):
        super().__init__()
        self.lr, self.lr_decay = lr, lr_decay
        self.weight = nn.Parameter(torch.randn(dim))
        self.register_buffer("num_updates", torch.tensor(num_updates))

    def current_lr(self):
        return self.lr * self.lr_decay ** self.num_updates.item()

    @torch.no_grad()
    def forward(self, grad):
        lr = self.current_lr()
        self.weight.sub_(lr * grad)
        self.num_updates += 1
        return self.weight * 1.0


def load(n=0):
    return torch.compile(DecayedStep(n))


def cases():
    yield from build(load, lambda: (randn(4),), "base zero")
    yield from build(lambda: load(400_000), lambda: (randn(4) * 100,), "base", tag="old-")
    yield from build(lambda: load(90_000), lambda: (randn(4) * 10,), "base", tag="middle-")

EXPECT = {'topic': 'optimizers',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['precision of a Python float'],
 'breaks': {17: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
