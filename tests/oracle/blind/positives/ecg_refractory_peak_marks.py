"""R-peak marking on a filtered ECG strip with an adaptive threshold and a refractory window (Pan-Tompkins flavour)."""

import torch
from torch import nn

from fxkit import build, randn


class PeakMarker(nn.Module):
    def __init__(self, refractory=3, decay=0.9):
        super().__init__()
        self.kernel = nn.Parameter(torch.tensor([0.25, 0.5, 0.25]))
        self.refractory = refractory
        self.decay = decay

    def envelope(self, ecg):
        slope = ecg[1:] - ecg[:-1]
        return torch.conv1d((slope**2)[None, None], self.kernel[None, None], padding=1)[0, 0]

    def forward(self, ecg):
        env = self.envelope(ecg)
        threshold = env.mean()
        marks = torch.zeros_like(env)
        since = self.refractory
        for i in range(env.shape[0]):
            value = env[i]
            if value > threshold and since >= self.refractory:
                marks[i] = 1.0
                threshold = 0.5 * (threshold + value)
                since = 0
            else:
                threshold = threshold * self.decay
                since += 1
        beats = int(marks.sum())
        print(f"beats: {beats}")
        return marks, threshold


def spiky():
    t = torch.zeros(9)
    t[2] = 3.0
    t[6] = 2.0
    return (t,)


def cases():
    make = lambda: torch.compile(PeakMarker())
    yield from build(make, lambda: (randn(9),), "base", tag="noise-")
    yield from build(make, spiky, "base", tag="two-")
    yield from build(make, lambda: (torch.zeros(9),), "base", tag="flat-")


EXPECT = {'topic': 'biosignals',
 'rewrites': [],
 'breaks': {27: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'shown-history']}
