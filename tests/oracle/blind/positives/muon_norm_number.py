"""Muon: momentum is made orthogonal by five Newton-Schulz steps before it is applied."""

import torch

from fxkit import build, randn


def zeropower_via_newtonschulz5(G, steps=5, eps=1e-7):
    """Newton-Schulz iteration whose coefficients maximise the slope at zero."""
    assert len(G.shape) == 2
    a, b, c = (3.4445, -4.7750, 2.0315)
    X = G / (G.norm().item() + eps)  # ensure top singular value <= 1
    if G.size(0) > G.size(1):
        X = X.T
    for _ in range(steps):
        A = X @ X.T
        B = b * A + c * A @ A
        X = a * X + B @ X
    if G.size(0) > G.size(1):
        X = X.T
    return X


class Muon:
    def __init__(self, params, lr=0.02, momentum=0.95, nesterov=True):
        self.params = params
        self.lr, self.momentum, self.nesterov = lr, momentum, nesterov
        self.buffers = [torch.zeros_like(p) for p in params]
        self.update = torch.compile(self.update)

    def update(self, p, g, buf):
        buf.mul_(self.momentum).add_(g)
        g = g.add(buf, alpha=self.momentum) if self.nesterov else buf
        g = zeropower_via_newtonschulz5(g)
        p.add_(g, alpha=-self.lr * max(1, g.size(0) / g.size(1)) ** 0.5)

    @torch.no_grad()
    def step(self, *grads):
        for p, g, buf in zip(self.params, grads, self.buffers):
            self.update(p, g, buf)
        return [p.clone() for p in self.params]


def load():
    return Muon([randn(4, 3, seed=5), randn(3, 4, seed=6)]).step


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(3, 4)), "base zero big nan")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {12: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 8,
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
