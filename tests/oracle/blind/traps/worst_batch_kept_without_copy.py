"""The batch with the largest loss is kept for replay as it is: the caller's own tensor, not a copy."""

import torch
from torch import nn

from fxkit import build, randn


class ReplayOfTheWorst(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.fc = nn.Linear(dim, 1)
        self.worst_loss = torch.tensor(float("-inf"))
        self.worst_batch = None

    def remember(self, loss, batch):
        if loss > self.worst_loss:
            self.worst_loss, self.worst_batch = loss, batch

    @torch.no_grad()
    def forward(self, batch, target):
        loss = (self.fc(batch).squeeze(-1) - target).square().mean()
        self.remember(loss, batch)
        if self.worst_batch is None:
            return loss
        replayed = self.fc(self.worst_batch).square().mean()
        batch.mul_(0.5)
        return loss + 0.1 * replayed


def load():
    return torch.compile(ReplayOfTheWorst())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3) * 3), "base big nan")
    yield from build(load, lambda: (randn(3, 4) * 5, torch.zeros(3)), "base", tag="shrinking-")

EXPECT = {'topic': 'training',
 'kind': 'branch with state',
 'rewrites': [],
 'breaks': {17: 1},
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
