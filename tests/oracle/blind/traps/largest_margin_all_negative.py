"""Assignment of anchors: the largest log score among the candidates of a box sets its threshold."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import bools, build, randn


@dataclass
class AssignConfig:
    slack: float = 0.5
    floor: float = -20.0


class DynamicAssigner(nn.Module):
    def __init__(self, config=AssignConfig(), dim=4):
        super().__init__()
        self.config = config
        self.cls = nn.Linear(dim, 1)

    def log_scores(self, feats):
        return nn.functional.logsigmoid(self.cls(feats)).squeeze(-1)

    def forward(self, feats, inside):
        """inside: (anchors,), centres that lie in the box, anchor 0 always does."""
        scores = self.log_scores(feats).clamp(min=self.config.floor)
        inside = inside | (torch.arange(inside.shape[0]) == 0)
        best = scores[inside].max()
        chosen = inside & (scores >= best - self.config.slack)
        return chosen, best


def load():
    return torch.compile(DynamicAssigner())


def cases():
    yield from build(load, lambda: (randn(6, 4), bools(6)), "base grad big true false")

EXPECT = {'topic': 'detection',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['O2', 'identity of max'],
 'breaks': {30: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
