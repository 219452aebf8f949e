"""The scores of a step are written to a line of JSON, which takes numbers and no tensors."""

import json

import torch
import torch.nn as nn

from fxkit import build, randn


class ScoreLine(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)

    def line(self, scores):
        return json.dumps(scores, sort_keys=True)

    @torch.no_grad()
    def forward(self, x, y):
        out = self.net(x)
        scores = {"mse": (out - y).pow(2).mean().item(), "max": (out - y).abs().max().item()}
        return out, self.line(scores)


def load():
    return torch.compile(ScoreLine())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 2)), "base big")

EXPECT = {'topic': 'metrics',
 'kind': 'item',
 'verdict': 'any correct rewrite',
 'obligations': ['a number is needed'],
 'breaks': {17: 2, 22: 2},
 'gb': ['GB0124', 'GB0156'],
 'naive_differs_in': ['exception', 'result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
