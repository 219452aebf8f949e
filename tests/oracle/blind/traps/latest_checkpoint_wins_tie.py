"""Model soup: the best checkpoint is searched from the oldest to the newest; of equal ones the newest is taken."""

import torch
from torch import nn

from fxkit import build, randn


class CheckpointSoup(nn.Module):
    def __init__(self, checkpoints=4, dim=3):
        super().__init__()
        self.weights = nn.Parameter(torch.randn(checkpoints, dim))

    def select(self, accuracies):
        best, chosen = float("-inf"), 0
        for i, accuracy in enumerate(accuracies.tolist()):
            if accuracy >= best:
                best, chosen = accuracy, i
        return chosen

    def forward(self, x, accuracies):
        chosen = self.select(accuracies)
        soup = 0.5 * self.weights[chosen] + 0.5 * self.weights.mean(dim=0)
        return x @ soup, chosen


def load():
    return torch.compile(CheckpointSoup())


def cases():
    yield from build(load, lambda: (randn(2, 3), torch.tensor([0.1, 0.7, 0.4, 0.5])), "base grad")
    yield from build(load, lambda: (randn(2, 3), torch.tensor([0.7, 0.2, 0.7, 0.5])), "base", tag="tie-")
    yield from build(load, lambda: (randn(2, 3), torch.tensor([0.7, float("nan"), 0.2, 0.7])), "base", tag="nanscore-")

EXPECT = {'topic': 'training',
 'kind': 'tolist',
 'rewrites': [],
 'breaks': {16: 2},
 'gb': ['GB0109'],
 'skips': 0,
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
