"""Structure prediction: TM-score of aligned backbones, whose distance scale depends on the resolved length."""

import torch
from torch import nn

from fxkit import build, randn


def tm_score(pred, true, mask):
    length = mask.sum().item()
    if length > 21:
        d0 = 1.24 * (length - 15) ** (1.0 / 3) - 1.8
    else:
        d0 = 0.5
    distance = (pred - true).square().sum(dim=-1).sqrt()
    score = 1.0 / (1.0 + (distance / d0) ** 2)
    return (score * mask).sum() / max(length, 1)


class StructureModule(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.update = nn.Linear(dim, 3)

    def forward(self, s, start, true, mask):
        pred = start + 0.5 * self.update(s)
        scores = [tm_score(p.detach(), t, m) for p, t, m in zip(pred, true, mask)]
        loss = ((pred - true).square().sum(dim=-1) * mask).sum() / mask.sum().clamp(min=1)
        return loss, torch.stack(scores)


def load():
    return torch.compile(StructureModule())


def cases():
    def chains(first, second):
        mask = torch.arange(26).unsqueeze(0) < torch.tensor([[first], [second]])
        return randn(2, 26, 4), randn(2, 26, 3), randn(2, 26, 3, seed=1), mask

    yield from build(load, lambda: chains(26, 22), "base grad")
    yield from build(load, lambda: chains(12, 0), "base", tag="short-")

EXPECT = {'topic': 'protein',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {10: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
