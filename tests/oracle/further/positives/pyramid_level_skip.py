"""Top-down fusion of a pyramid that skips levels without any activation."""

from typing import List

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from fxkit import build, randn


class Fusion(nn.Module):
    def __init__(self, threshold: float = 0.05):
        super().__init__()
        self.threshold = threshold

    def quiet(self, level: Tensor) -> Tensor:
        return level.detach().abs().amax() < self.threshold

    def forward(self, levels: List[Tensor]) -> Tensor:
        fused = levels[0] * 1.0
        count = torch.ones(())
        for i, level in enumerate(levels[1:], start=1):
            up = F.interpolate(level, scale_factor=float(2 ** i), mode="nearest")
            if self.quiet(level):
                continue
            fused = fused + up / float(i + 1)
            count = count + 1.0
        return fused / float(len(levels)), count


def load():
    return torch.compile(Fusion())


def cases():
    full = lambda: ([randn(1, 2, 8, 8), randn(1, 2, 4, 4), randn(1, 2, 2, 2)],)
    yield from build(load, full, "half grad nan+grad inf+grad")
    yield from build(load, lambda: ([randn(1, 2, 8, 8), torch.zeros(1, 2, 4, 4), randn(1, 2, 2, 2)],), "base grad", tag="gap-")


EXPECT = {'topic': 'detection',
 'rewrites': ['R7'],
 'breaks': {25: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
