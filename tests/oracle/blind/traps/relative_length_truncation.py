"""Relative lengths of a SpeechBrain batch turned to frames in Python floats."""

import torch
import torch.nn as nn

from fxkit import build, randn


def actual_length(rel, total):
    return int(rel.item() * total)


class StatsPooling(nn.Module):
    """Mean of the valid frames of every utterance."""

    def forward(self, x, lens):
        time = torch.arange(x.shape[1])
        pooled, sizes = [], []
        for i in range(x.shape[0]):
            n = actual_length(lens[i], x.shape[1])
            keep = (time < n).to(x.dtype).unsqueeze(-1)
            pooled.append((x[i] * keep).sum(0))
            sizes.append(n)
        return torch.stack(pooled), sizes


def make_pooling():
    return torch.compile(StatsPooling())


def cases():
    yield from build(make_pooling, lambda: (randn(3, 100, 2), torch.tensor([1.0, 0.5, 0.25])), "base grad")
    yield from build(make_pooling, lambda: (randn(3, 100, 2), torch.tensor([0.29, 0.57, 0.58])), "base", tag="odd-")

EXPECT = {'topic': 'speech',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {10: 3},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['type', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
