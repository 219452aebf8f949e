"""Gradient surgery: the gradient of a task loses its part against every task that it conflicts with."""

import torch
from torch import nn

from fxkit import build, randn


class PCGrad(nn.Module):
    def __init__(self, reduction="mean"):
        super().__init__()
        self._reduction = reduction

    def _project_conflicting(self, grads, has_grads):
        shared = torch.stack(has_grads).prod(0).bool()
        pc_grad = [g.clone() for g in grads]
        for g_i in pc_grad:
            for g_j in grads:
                g_i_g_j = torch.dot(g_i, g_j)
                if g_i_g_j < 0:
                    g_i -= (g_i_g_j) * g_j / (g_j.norm() ** 2)
        stacked = torch.stack(pc_grad)
        merged = stacked.mean(dim=0) if self._reduction == "mean" else stacked.sum(dim=0)
        return torch.where(shared, merged, stacked.sum(dim=0))

    def forward(self, weight, task_grads):
        grads = [g.flatten() for g in task_grads]
        has_grads = [(g != 0).float() for g in grads]
        merged = self._project_conflicting(grads, has_grads)
        return weight - 0.1 * merged.view_as(weight)


def load():
    return torch.compile(PCGrad())


def cases():
    yield from build(load, lambda: (randn(2, 3), [randn(2, 3, seed=s) for s in (1, 2, 3)]), "base nan")
    yield from build(load, lambda: (randn(2, 3), [randn(2, 3, seed=1), -randn(2, 3, seed=1)]), "base", tag="opposed-")
    yield from build(load, lambda: (randn(2, 3), [randn(2, 3, seed=1), torch.zeros(2, 3)]), "base", tag="zero-")
    yield from build(lambda: torch.compile(PCGrad("sum")), lambda: (randn(2, 3), [randn(2, 3, seed=s).abs() for s in (1, 2)]), "base", tag="agree-")

EXPECT = {'topic': 'multitask',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {20: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
