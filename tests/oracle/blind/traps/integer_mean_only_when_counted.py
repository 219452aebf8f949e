"""A token budget divides integers, but only when there is something to divide by."""

import torch
from torch import nn

from fxkit import build, ints, randn


class TokenBudget(nn.Module):
    """Mean number of valid patches per non-empty image, as an integer."""

    def __init__(self, default=4):
        super().__init__()
        self.default = default

    def forward(self, valid):
        per_image = valid.sum(dim=1)
        total = per_image.sum()
        images = (per_image > 0).sum()
        if images > 0:
            return total // images
        return torch.full_like(total, self.default)


class PatchPruner(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.budget = TokenBudget()

    def forward(self, x, valid):
        budget = self.budget(valid)
        scores = self.score(x).squeeze(-1).masked_fill(valid == 0, -1e4)
        rank = scores.argsort(dim=1, descending=True).argsort(dim=1)
        keep = (rank < budget) & (valid > 0)
        return x * keep.unsqueeze(-1), budget


def load():
    return torch.compile(PatchPruner())


def cases():
    yield from build(load, lambda: (randn(3, 6, 4), ints(0, 2, 3, 6)), "base grad")
    yield from build(load, lambda: (randn(3, 6, 4), torch.zeros(3, 6, dtype=torch.long)), "base grad", tag="invalid-")
    yield from build(load, lambda: (randn(2, 6, 4), torch.tensor([[1] * 6, [0] * 6])), "base", tag="half-")

EXPECT = {'topic': 'vision',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions', 'untaken arm'],
 'breaks': {20: 4},
 'gb': ['GB0170'],
 'naive_differs_in': ['exceptions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
