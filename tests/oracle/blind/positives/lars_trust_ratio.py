"""LARS: layer-wise trust ratio, off for zero weights or zero gradients."""

import torch

from fxkit import randn


class LARS:
    def __init__(self, params, lr=0.1, momentum=0.9, weight_decay=1e-2, trust_coefficient=0.01):
        self.params = params
        self.buf = [torch.zeros_like(p) for p in params]
        self.lr, self.momentum = lr, momentum
        self.weight_decay, self.trust_coefficient = weight_decay, trust_coefficient

    def trust_ratio(self, p, g):
        p_norm = torch.norm(p)
        g_norm = torch.norm(g)
        if p_norm != 0 and g_norm != 0:
            return (self.trust_coefficient * p_norm / (g_norm + p_norm * self.weight_decay)).item()
        return 1.0

    @torch.compile
    @torch.no_grad()
    def step(self, grads):
        for p, g, buf in zip(self.params, grads, self.buf):
            ratio = self.trust_ratio(p, g)
            g = g.add(p, alpha=self.weight_decay).mul(ratio)
            buf.mul_(self.momentum).add_(g)
            p.add_(buf, alpha=-self.lr)
        return [p.norm() for p in self.params]


def case(scale_p, scale_g, seed=0):
    def make():
        params = [randn(4, seed=seed) * scale_p, randn(2, 3, seed=seed + 1)]
        return LARS(params).step, ([randn(4, seed=seed + 2), randn(2, 3, seed=seed + 3) * scale_g],), {}

    return make


def cases():
    yield "base", case(1.0, 1.0)
    yield "zerow", case(0.0, 1.0, 4)
    yield "zerog", case(1.0, 0.0, 5)
    yield "both", case(0.0, 0.0, 6)

EXPECT = {'topic': 'optimizers',
 'rewrites': [],
 'breaks': {18: 2, 19: 1},
 'gb': ['GB0124', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor']}
