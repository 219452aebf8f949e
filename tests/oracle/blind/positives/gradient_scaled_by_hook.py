"""Gradient of the shared trunk is scaled by a tensor hook, so that two heads count as one."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class MultiHead(nn.Module):
    def __init__(self, dim=4, hidden=5, heads=2):
        super().__init__()
        self.trunk = nn.Linear(dim, hidden)
        self.heads = nn.ModuleList(nn.Linear(hidden, 1) for _ in range(heads))
        self.register_buffer("trained_tasks", torch.zeros(heads, dtype=torch.long))

    def shared(self, x):
        h = F.silu(self.trunk(x))
        if h.requires_grad:
            h.register_hook(lambda grad: grad / len(self.heads))
        return h

    def forward(self, x, targets):
        h = self.shared(x)
        total = torch.zeros(())
        for i, head in enumerate(self.heads):
            target = targets[:, i]
            labelled = ~torch.isnan(target)
            if labelled.sum() == 0:
                continue
            self.trained_tasks[i] += 1
            prediction = head(h).squeeze(-1)
            total = total + F.mse_loss(prediction[labelled], target[labelled])
        return total


def load():
    return torch.compile(MultiHead())


def cases():
    nan = float("nan")
    yield from build(load, lambda: (randn(3, 4), torch.tensor([[0.1, nan], [0.3, 0.2], [nan, 0.5]])), "base")
    yield from build(load, lambda: (randn(3, 4), torch.tensor([[0.1, nan], [0.3, nan], [0.4, nan]])), "base", tag="one-task-")

EXPECT = {'topic': 'multi-task',
 'kind': 'hooks',
 'rewrites': [],
 'breaks': {29: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
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
