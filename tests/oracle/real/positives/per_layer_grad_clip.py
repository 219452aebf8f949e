"""Gradients are scaled down when the norm over all of them is above the limit."""

import torch

from fxkit import randn, sweep


def global_norm(grads):
    return torch.stack([g.float().norm() for g in grads.values()]).norm()


class Clipper:
    def __init__(self, max_norm=2.0, eps=1e-6):
        self.max_norm = max_norm
        self.eps = eps
        self.apply = torch.compile(self._apply)

    @torch.no_grad()
    def _apply(self, params, grads, lr: float):
        norm = global_norm(grads)
        scale = torch.ones_like(norm)
        if norm > self.max_norm:
            scale = self.max_norm / (norm + self.eps)
        new_params = {}
        for name, p in params.items():
            new_params[name] = p - lr * scale * grads[name]
        return new_params, norm

    def step(self, params, grads):
        params, norm = self.apply(params, grads, 0.1)
        return {"params": params, "grad_norm": norm}


def tree(seed, factor=1.0):
    return {"embed.weight": randn(4, 3, seed=seed) * factor, "head.weight": randn(3, 2, seed=seed) * factor}


def cases():
    yield from sweep(Clipper().step, lambda: (tree(1), tree(2)), "base nan inf zero")
    yield from sweep(Clipper().step, lambda: (tree(1), tree(2, 0.01)), "base", tag="calm-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R2'],
 'breaks': {22: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
