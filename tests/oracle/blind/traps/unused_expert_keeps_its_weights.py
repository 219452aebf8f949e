"""Training step of a mixture: an expert without tokens has no gradient, so that weight decay leaves it alone."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Switch(nn.Module):
    def __init__(self, dim=4, num_experts=3):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(num_experts))

    def forward(self, x, route):
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            chosen = route == i
            if chosen.any():
                out = out + expert(x) * chosen.unsqueeze(-1)
        return out


class Trainer:
    def __init__(self, lr=0.1, weight_decay=0.5):
        self.model = Switch()
        self.forward = torch.compile(self.model)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=lr, momentum=0.9, weight_decay=weight_decay)

    def __call__(self, x, route, target):
        self.optimizer.zero_grad()
        loss = F.mse_loss(self.forward(x, route), target)
        if loss.requires_grad:
            loss.backward()
            self.optimizer.step()
        return loss.detach(), [p.detach().clone() for p in self.model.parameters()]


def cases():
    yield from build(Trainer, lambda: (randn(4, 4), torch.tensor([0, 1, 2, 0]), randn(4, 4, seed=1)), "base nan")
    yield from build(Trainer, lambda: (randn(4, 4), torch.tensor([1, 1, 1, 1]), randn(4, 4, seed=1)), "base", tag="one-")
    yield from build(Trainer, lambda: (randn(4, 4), torch.tensor([-1, -1, -1, -1]), randn(4, 4, seed=1)), "base", tag="dropped-")

EXPECT = {'topic': 'language models',
 'kind': 'branch',
 'verdict': 'decline',
 'obligations': ['gradients None'],
 'breaks': {19: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['gradients', 'state', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
