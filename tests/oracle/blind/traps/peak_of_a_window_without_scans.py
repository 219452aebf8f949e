"""Mass spectra: the highest peak of each window; a window without scans is an error that the caller turns into zero."""

import torch
from torch import nn

from fxkit import build, rand


class EmptyWindow(RuntimeError):
    pass


def highest(intensity, mz, low, high):
    inside = (mz >= low) & (mz < high)
    found = intensity[inside]
    if found.numel() == 0:
        raise EmptyWindow(f"no scan between {low} and {high}")
    return found.max()


class PeakPicker(nn.Module):
    def __init__(self, edges=(0.0, 0.3, 0.6, 1.0)):
        super().__init__()
        self.edges = edges
        self.skipped = []
        self.gain = nn.Parameter(torch.ones(len(edges) - 1))

    def forward(self, mz, intensity):
        peaks = []
        for k, (low, high) in enumerate(zip(self.edges[:-1], self.edges[1:])):
            try:
                peaks.append(highest(intensity, mz, low, high))
            except EmptyWindow as e:
                self.skipped.append(str(e))
                peaks.append(intensity.new_zeros(()))
        return torch.stack(peaks) * self.gain


def load():
    return torch.compile(PeakPicker())


def cases():
    yield from build(load, lambda: (rand(7), rand(7) + 1), "base")
    yield from build(load, lambda: (0.2 * rand(7), rand(7) + 1), "base", tag="low-")

EXPECT = {'topic': 'chemistry',
 'kind': 'mask',
 'verdict': 'decline',
 'obligations': ['the exception is caught', 'a list grows in one arm'],
 'breaks': {15: 1, 17: 1},
 'gb': ['GB0036', 'GB0088'],
 'naive_differs_in': ['values', 'state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
