"""Diarisation post-processing: segment scores to a speaker order, segments below the floor dropped."""

import torch
from torch import nn

from fxkit import build, randn


class SpeakerOrder(nn.Module):
    """Returns the speakers by first appearance, silent ones last in index order."""

    def __init__(self, dim=4, speakers=3, floor=0.5):
        super().__init__()
        self.att = nn.Linear(dim, speakers)
        self.floor = floor

    def first_frame(self, activity):
        for t, a in enumerate(activity):
            if a > self.floor:
                return t
        return len(activity)

    def forward(self, frames):
        act = torch.sigmoid(self.att(frames))
        starts = [self.first_frame(act[:, s]) for s in range(act.shape[1])]
        order = sorted(range(len(starts)), key=lambda s: starts[s])
        speaking = len([s for s in starts if s < act.shape[0]])
        weights = act[:, order]
        return weights, torch.tensor(order), speaking


def cases():
    make = lambda **kw: lambda: torch.compile(SpeakerOrder(**kw))
    yield from build(make(), lambda: (randn(5, 4),), "base", tag="usual-")
    yield from build(make(floor=0.99), lambda: (randn(5, 4),), "base", tag="silent-")
    yield from build(make(floor=0.7), lambda: (randn(4, 4) * 2,), "base", tag="loud-")
    yield from build(make(floor=0.0), lambda: (randn(2, 4),), "base", tag="everyone-")


EXPECT = {'topic': 'audio',
 'rewrites': [],
 'breaks': {19: 4, 26: 2},
 'gb': ['GB0170', 'GB0207', 'GB7000', 'GB8335'],
 'skips': 2,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor']}
