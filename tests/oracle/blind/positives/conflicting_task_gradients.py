"""PCGrad: where the gradients of two tasks disagree, one is projected onto the normal plane of the other."""

import copy

import torch
from torch import nn

from fxkit import build, randn


class PCGrad:
    """Gradient surgery on flat gradients; tasks are visited in their given order."""

    def __init__(self, reduction: str = "sum"):
        self.reduction = reduction
        self.conflicts = 0

    def _project_conflicting(self, grads):
        pc_grad = copy.deepcopy(grads)
        for i, g_i in enumerate(pc_grad):
            for j, g_j in enumerate(grads):
                if i == j:
                    continue
                g_i_g_j = torch.dot(g_i, g_j)
                if g_i_g_j < 0:
                    g_i -= g_i_g_j * g_j / (g_j.norm() ** 2)
                    self.conflicts += 1
        merged = torch.stack(pc_grad).sum(dim=0)
        return merged / len(grads) if self.reduction == "mean" else merged


class TwoTasks(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.register_buffer("shared", 0.5 * torch.randn(dim))
        self.surgery = PCGrad("mean")

    def task_grads(self, x, targets):
        out = x @ self.shared
        return [x.t() @ (torch.tanh(out) - y) / x.shape[0] for y in targets]

    @torch.no_grad()
    def forward(self, x, targets):
        grads = self.task_grads(x, targets)
        merged = self.surgery._project_conflicting(grads)
        self.shared -= 0.1 * merged
        return merged


def load():
    return torch.compile(TwoTasks())


def cases():
    yield from build(load, lambda: (randn(5, 4), [randn(5, seed=1), randn(5, seed=2), -randn(5, seed=1)]), "base")
    yield from build(load, lambda: (randn(5, 4), [randn(5, seed=1), randn(5, seed=1)]), "base", tag="agree-")

EXPECT = {'topic': 'multi-task training',
 'kind': 'deepcopy',
 'rewrites': [],
 'breaks': {19: 2, 25: 1},
 'gb': ['GB0170', 'GB4198', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor', 'finite'],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
