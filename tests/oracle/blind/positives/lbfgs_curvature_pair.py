"""Limited memory BFGS for calibrating a readout: a pair is only remembered if its curvature is positive."""

import torch
from torch import nn

from fxkit import build, randn


class LBFGSMemory(nn.Module):
    def __init__(self, dim, history=3):
        super().__init__()
        self.register_buffer("S", torch.zeros(history, dim))
        self.register_buffer("Y", torch.zeros(history, dim))
        self.register_buffer("rho", torch.zeros(history))
        self.register_buffer("gamma", torch.ones(()))

    @torch.no_grad()
    def remember(self, s, y):
        ys = torch.dot(y, s)
        if ys > 1e-6:
            # oldest pair goes out at the front
            self.S.copy_(torch.cat([self.S[1:], s[None]]))
            self.Y.copy_(torch.cat([self.Y[1:], y[None]]))
            self.rho.copy_(torch.cat([self.rho[1:], (1.0 / ys)[None]]))
            self.gamma.copy_(ys / y.dot(y))

    def forward(self, grad, s, y):
        self.remember(s, y)
        q = grad
        alphas = []
        for i in reversed(range(self.S.shape[0])):
            alpha = self.rho[i] * (self.S[i] @ q)
            q = q - alpha * self.Y[i]
            alphas.append(alpha)
        r = self.gamma * q
        for i, alpha in zip(range(self.S.shape[0]), reversed(alphas)):
            r = r + self.S[i] * (alpha - self.rho[i] * (self.Y[i] @ r))
        return -r


def load():
    return torch.compile(LBFGSMemory(4))


def cases():
    step = randn(4, seed=5)
    yield from build(load, lambda: (randn(4), step.clone(), 2.0 * step), "base big")
    yield from build(load, lambda: (randn(4), step.clone(), -step), "base", tag="concave-")
    yield from build(load, lambda: (randn(4), torch.zeros(4), randn(4, seed=2)), "base", tag="no-step-")

EXPECT = {'topic': 'optimisation',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
