"""Pitch of a frame by its autocorrelation; half of the period is taken if it is nearly as good."""

import torch
from torch import nn

from fxkit import build


class PitchTracker(nn.Module):
    def __init__(self, sample_rate=800, frame=64, lag_min=4, lag_max=30, octave_cost=0.6):
        super().__init__()
        self.sample_rate, self.lag_min, self.lag_max = sample_rate, lag_min, lag_max
        self.octave_cost = octave_cost
        self.register_buffer("window", torch.hann_window(frame, periodic=False))

    def autocorrelation(self, frame):
        spec = torch.fft.rfft(frame * self.window, n=2 * frame.numel())
        ac = torch.fft.irfft(spec.abs().square())[: self.lag_max + 1]
        return ac / ac[0].clamp(min=1e-9)

    def forward(self, frame):
        ac = self.autocorrelation(frame - frame.mean())
        lag = int(ac[self.lag_min:].argmax()) + self.lag_min
        half = lag // 2
        if half >= self.lag_min and ac[half] > self.octave_cost * ac[lag]:
            lag = half
        f0 = self.sample_rate / lag
        return torch.tensor(f0), ac[lag]


def load():
    return torch.compile(PitchTracker())


def tone(period, odd=0.0):
    t = torch.arange(64.0)
    two = 2 * torch.pi
    return torch.sin(two * t / period) + 0.3 * torch.sin(2 * two * t / period + 0.5) + odd * torch.sin(two * t / (2 * period))


def cases():
    for name, args in (("", (9.0,)), ("octave-", (7.0, 0.5)), ("low-", (25.0,)), ("high-", (5.0,))):
        yield from build(load, lambda args=args: (tone(*args),), "base", tag=name)

EXPECT = {'topic': 'audio',
 'kind': 'item',
 'rewrites': [],
 'breaks': {23: 1, 25: 2},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
