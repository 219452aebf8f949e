"""A drift in samples is turned into whole frames; the conversion goes towards zero."""

import torch
from torch import nn

from fxkit import build, randn


class DriftCorrector(nn.Module):
    def __init__(self, hop=4):
        super().__init__()
        self.hop = hop
        self.window = nn.Parameter(torch.hann_window(5))

    def estimate(self, onset, reference):
        return (onset - reference).mean()

    def forward(self, frames, onset, reference, positions):
        drift = self.estimate(onset, reference)
        shift = int(drift.item() / self.hop)
        return frames * self.window, positions + shift


def load():
    return torch.compile(DriftCorrector())


def cases():
    for tag, by in (("late-", 9.0), ("early-", -9.0)):
        yield from build(load, lambda by=by: (randn(2, 5), torch.tensor([3.0, 8.0]) + by, torch.tensor([3.0, 8.0]), torch.arange(4)), "base grad", tag=tag)
    yield from build(load, lambda: (randn(2, 5), torch.tensor([float("nan"), 8.0]), torch.tensor([3.0, 8.0]), torch.arange(4)), "base", tag="nan-")

EXPECT = {'topic': 'audio',
 'verdict': 'any correct rewrite',
 'obligations': ['O15', 'R22'],
 'breaks': {20: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'type', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
