"""Exposure-aware ranking loss; the audited variant counts how often the boost was really applied."""

import torch
from torch import nn
import torch.nn.functional as F

from fxkit import build, randn


class ExposureLoss(nn.Module):
    def __init__(self, dim=4, rare_below=0.3):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.rare_below = rare_below

    def boost(self, loss, exposure):
        return loss * (1 + (self.rare_below - exposure.mean()))

    def forward(self, pos, neg, exposure):
        margin = self.score(pos) - self.score(neg)
        loss = F.softplus(-margin).mean()
        if exposure.mean() < self.rare_below:
            loss = self.boost(loss, exposure)
        return loss, margin.detach().mean()


class AuditedExposureLoss(ExposureLoss):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.boosts = 0
        self.register_buffer("boosted_exposure", torch.zeros(()))

    def boost(self, loss, exposure):
        self.boosts += 1
        self.boosted_exposure += exposure.sum()
        return super().boost(loss, exposure)


def cases():
    args = lambda e: lambda: (randn(3, 4), randn(3, 4, seed=1), torch.full((3,), e))
    for cls, tag in ((ExposureLoss, "plain"), (AuditedExposureLoss, "audited")):
        make = lambda cls=cls: torch.compile(cls())
        yield from build(make, args(0.1), "base grad", tag=f"{tag}-rare-")
        yield from build(make, args(0.6), "base grad", tag=f"{tag}-popular-")
        yield from build(make, args(float("nan")), "base", tag=f"{tag}-unknown-")


EXPECT = {'topic': 'recommender',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {22: 4},
 'gb': ['GB0170'],
 'naive_differs_in': ['state', 'value'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'grad-close']}
