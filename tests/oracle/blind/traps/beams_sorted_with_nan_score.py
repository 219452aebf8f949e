"""Beam search: the beams are sorted by score in Python; a score that is not a number leaves its neighbours where they are."""

import torch
from torch import nn

from fxkit import build, randn


class BeamScorer(nn.Module):
    def __init__(self, dim=4, vocab=5):
        super().__init__()
        self.lm_head = nn.Linear(dim, vocab)

    def forward(self, hidden, running):
        return running + self.lm_head(hidden).log_softmax(dim=-1).amax(dim=-1)


class BeamReorder(nn.Module):
    def __init__(self):
        super().__init__()
        self.scorer = BeamScorer()

    @torch.no_grad()
    def forward(self, hidden, running):
        scores = self.scorer(hidden, running)
        values = scores.tolist()
        order = sorted(range(len(values)), key=lambda i: values[i], reverse=True)
        return hidden[order], scores[order]


def load():
    return torch.compile(BeamReorder())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5)), "base")
    yield from build(load, lambda: (randn(5, 4), torch.tensor([-4.0, float("nan"), -1.0, -2.0, float("nan")])), "base", tag="nan-")
    yield from build(load, lambda: (torch.zeros(4, 4), torch.tensor([-1.0, 0.0, -1.0, 0.0])), "base", tag="ties-")

EXPECT = {'topic': 'inference',
 'kind': 'numbers',
 'verdict': 'decline',
 'obligations': ['NaN', 'order of sorted'],
 'breaks': {26: 2, 27: 2},
 'gb': ['GB0109', 'GB0207'],
 'naive_differs_in': ['nan positions', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
