"""Row-wise Adagrad of an embedding table: only rows that occur in the batch move."""

import torch

from fxkit import randn


class RowwiseAdagrad:
    def __init__(self, table, lr=0.1, eps=1e-8):
        self.table = table
        self.lr, self.eps = lr, eps
        self.acc = torch.zeros(table.shape[0])
        self.updates = torch.zeros((), dtype=torch.long)

    def dense_grad(self, ids, grad_out):
        return torch.zeros_like(self.table).index_add_(0, ids, grad_out)

    @torch.compile
    @torch.no_grad()
    def step(self, ids, grad_out, max_norm=1.0):
        norm = grad_out.norm()
        if not torch.isfinite(norm):
            return norm
        if norm > max_norm:
            grad_out = grad_out * (max_norm / norm)
        g = self.dense_grad(ids, grad_out)
        rows = torch.unique(ids)
        self.acc[rows] += g[rows].pow(2).mean(-1)
        self.table[rows] -= self.lr * g[rows] / (self.acc[rows].sqrt() + self.eps)[:, None]
        self.updates += 1
        return norm


def step_case(ids, scale, poke=None):
    def make():
        opt = RowwiseAdagrad(randn(5, 3))
        g = randn(len(ids), 3) * scale
        if poke is not None:
            g[0, 0] = poke
        return RowwiseAdagrad.step, (opt, torch.tensor(ids), g), {}

    return make


def cases():
    yield "repeated", step_case([1, 3, 1], 0.2)
    yield "clipped", step_case([0, 4], 9.0)
    yield "one-row", step_case([2, 2, 2, 2], 0.1)
    yield "nan", step_case([0, 1], 1.0, float("nan"))
    yield "inf", step_case([3, 1], 1.0, float("inf"))


EXPECT = {'topic': 'optimisers',
 'rewrites': [],
 'breaks': {22: 1, 24: 1, 27: 1},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close']}
