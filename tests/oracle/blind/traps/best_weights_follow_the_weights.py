"""A memory of the best weights that holds the tensor itself: later steps in place change the memory too."""

import torch
from torch import nn

from fxkit import build, randn


class OnlineRidge(nn.Module):
    def __init__(self, dim=3, lr=0.1):
        super().__init__()
        self.lr = lr
        self.register_buffer("weight", torch.randn(dim))
        self.register_buffer("best_loss", torch.tensor(float("inf")))
        self.best_weight = torch.zeros(dim)

    def remember(self, loss):
        if loss < self.best_loss:
            self.best_loss = loss
            self.best_weight = self.weight

    def gradient(self, x, y):
        err = x @ self.weight - y
        return x.t() @ err / x.shape[0] + 0.01 * self.weight, err.square().mean()

    @torch.no_grad()
    def forward(self, x, y):
        grad, loss = self.gradient(x, y)
        self.remember(loss)
        self.weight.sub_(self.lr * grad)
        return self.best_weight.clone()


def load():
    return torch.compile(OnlineRidge())


def cases():
    yield from build(load, lambda: (randn(5, 3), randn(5)), "base")
    yield from build(load, lambda: (9 * randn(5, 3), randn(5)), "base", tag="diverging-")

EXPECT = {'topic': 'training utilities',
 'kind': 'branch with state',
 'verdict': 'decline',
 'obligations': ['an alias is kept in one arm'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['state', 'aliasing', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
