"""Leaderboard metric of a captioning benchmark; the rounded score is what the early stopping compares."""

import torch
from torch import nn

from fxkit import build, rand


class Leaderboard(nn.Module):
    def __init__(self, patience=2):
        super().__init__()
        self.register_buffer("weights", torch.tensor([0.2, 0.3, 0.5]))
        self.top = 0.0
        self.patience = patience
        self.waited = 0

    def combine(self, precision, recall):
        f = 2 * precision * recall / (precision + recall).clamp(min=1e-8)
        return (f * self.weights).sum() * 100

    def forward(self, precision, recall):
        raw = self.combine(precision, recall)
        score = round(raw.item(), 2)
        if score > self.top:
            self.top = score
            self.waited = 0
        else:
            self.waited += 1
        return score, raw


def cases():
    make = lambda: torch.compile(Leaderboard())
    for s in range(3):
        yield from build(make, lambda s=s: (rand(3, seed=s), rand(3, seed=s + 5)), "base", tag=f"run{s}-")
    yield from build(make, lambda: (torch.zeros(3), torch.zeros(3)), "base", tag="zero-")
    for v in (0.01035, 0.01085):
        yield from build(make, lambda v=v: (torch.full((3,), v), torch.full((3,), v)), "base", tag=f"weak{v}-")


EXPECT = {'topic': 'evaluation',
 'verdict': 'any correct rewrite',
 'obligations': ['O8'],
 'breaks': {23: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['value', 'type'],
 'unsafe': ['number-tensor', 'requires-grad']}
