"""SpecAugment: blocks of time and frequency are zeroed, positions come from Python's random module."""

import random

import torch
from torch import nn

from fxkit import build, randn


class SpecAugment(nn.Module):
    """Masks rectangles of a batch of log-mel features, the same for every item of the batch.

    Args:
        max_time: longest block of frames
        max_freq: widest block of mel bins
        n_masks: blocks of either kind
        p: probability to augment a batch at all
    """

    def __init__(self, max_time: int = 3, max_freq: int = 2, n_masks: int = 1, p: float = 0.7):
        super().__init__()
        self.max_time, self.max_freq = max_time, max_freq
        self.n_masks = n_masks
        self.p = p

    @staticmethod
    def block(length: int, width: int, start: int) -> torch.Tensor:
        pos = torch.arange(length)
        return (pos >= start) & (pos < start + width)

    def forward(self, feats: torch.Tensor) -> torch.Tensor:
        """feats: [B, T, F]"""
        if not self.training:
            return feats
        _, frames, bins = feats.shape
        apply = random.random() < self.p
        keep_t = torch.ones(frames, dtype=torch.bool)
        keep_f = torch.ones(bins, dtype=torch.bool)
        for _ in range(self.n_masks if apply else 0):
            keep_t = keep_t & ~self.block(frames, random.randint(0, self.max_time), random.randint(0, frames - 1))
            keep_f = keep_f & ~self.block(bins, random.randint(0, self.max_freq), random.randint(0, bins - 1))
        return feats * keep_t[:, None] * keep_f


class AcousticModel(nn.Module):
    def __init__(self, bins=5, hidden=6, vocab=4, **kw):
        super().__init__()
        self.augment = SpecAugment(**kw)
        self.proj = nn.Linear(bins, hidden)
        self.ctc = nn.Linear(hidden, vocab)

    def forward(self, feats: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(self.proj(self.augment(feats)))
        return self.ctc(h).log_softmax(-1)


def make(training=True, **kw):
    model = torch.compile(AcousticModel(**kw))
    return model.train(training)


def cases():
    yield from build(make, lambda: (randn(2, 6, 5),), "base grad")
    yield from build(lambda: make(p=0.0), lambda: (randn(2, 6, 5),), "base", tag="off-")
    yield from build(lambda: make(p=1.0, n_masks=2), lambda: (randn(1, 4, 5),), "base", tag="twice-")
    yield from build(lambda: make(False), lambda: (randn(1, 4, 5),), "base", tag="eval-")

EXPECT = {'topic': 'data augmentation',
 'rewrites': [],
 'breaks': {30: 1, 37: 6},
 'gb': ['GB0007', 'GB0213', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result', 'finite-grad']}
