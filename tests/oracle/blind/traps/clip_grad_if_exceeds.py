"""Hand-written gradient clipping: gradients are scaled only when the norm exceeds the limit."""

import torch

from fxkit import randn


class ClippedSGD:
    def __init__(self, params, lr=0.1, max_norm=1.0):
        self.params = params
        self.lr = lr
        self.max_norm = max_norm

    def total_norm(self, grads):
        return torch.stack([g.norm() for g in grads]).norm()

    def clip(self, grads):
        norm = self.total_norm(grads)
        if norm > self.max_norm:
            grads = [g * (self.max_norm / (norm + 1e-6)) for g in grads]
        return grads, norm

    @torch.compile
    @torch.no_grad()
    def step(self, grads):
        grads, norm = self.clip(grads)
        for p, g in zip(self.params, grads):
            p.sub_(self.lr * g)
        return norm, [p.clone() for p in self.params]


def case(scale, poison=None):
    def make():
        grads = [randn(3) * scale, randn(2, 2) * scale]
        if poison is not None:
            grads[0][1] = poison
        return ClippedSGD([torch.ones(3), torch.ones(2, 2)]).step, (grads,), {}

    return make


def cases():
    yield "large", case(3.0)
    yield "small", case(0.01)
    yield "nan", case(0.01, float("nan"))

EXPECT = {'topic': 'optimizers',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
