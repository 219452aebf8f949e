"""Diarisation: two speakers are numbered by their first turn, not by their label."""

import torch
from torch import nn

from fxkit import build, randn


def speakers_by_first_turn(labels):
    return list(dict.fromkeys(labels.tolist()))


class SpeakerPair(nn.Module):
    """Mean embedding of the speaker that began and of the one that answered."""

    def __init__(self, dim=4, out=3):
        super().__init__()
        self.proj = nn.Linear(dim, out)
        self.compare = nn.Bilinear(out, out, 1)

    def forward(self, frames, labels):
        """frames: (T, dim), labels: (T,) of two speakers"""
        first, second = speakers_by_first_turn(labels)
        h = self.proj(frames)
        means = []
        for speaker in (first, second):
            turn = (labels == speaker).float()
            means.append((turn[:, None] * h).sum(dim=0) / turn.sum())
        return self.compare(means[0], means[1]), torch.stack(means)


def load():
    return torch.compile(SpeakerPair())


def cases():
    yield from build(load, lambda: (randn(5, 4), torch.tensor([0, 0, 1, 0, 1])), "base grad")
    yield from build(load, lambda: (randn(5, 4), torch.tensor([4, 4, 1, 1, 4])), "base grad", tag="reversed-")

EXPECT = {'topic': 'speech',
 'kind': 'selection',
 'verdict': 'any correct rewrite',
 'obligations': ['order of unique'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'naive_differs_in': ['gradients', 'values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
