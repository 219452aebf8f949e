"""EEG front end: channels with implausible amplitude are replaced by the mean of the good ones."""

import logging

import torch
from torch import nn

from fxkit import build, randn

logger = logging.getLogger("eeg.preproc")


class ChannelCleaner(nn.Module):
    """`(channels, time)` in, same shape out."""

    def __init__(self, low=0.05, high=5.0):
        super().__init__()
        self.low, self.high = low, high
        self.scale = nn.Parameter(torch.ones(1))

    def bad_channels(self, x):
        amp = x.std(dim=-1)
        return (amp < self.low) | (amp > self.high) | ~torch.isfinite(amp)

    def forward(self, x):
        x = x.clone()
        bad = self.bad_channels(x)
        n_bad = bad.sum().item()
        if n_bad == x.shape[0]:
            logger.warning("all channels are bad, returning zeros")
            return torch.zeros_like(x) * self.scale, bad
        if n_bad > 0:
            logger.info("interpolating %d channels", n_bad)
            x[bad] = x[~bad].mean(dim=0)
        x = x - x.mean(dim=0, keepdim=True)
        return x * self.scale, bad


def sig(*rows):
    base = randn(4, 8)
    for r, f in rows:
        base[r] = base[r] * f
    return lambda: (base.clone(),)


def cases():
    make = lambda: torch.compile(ChannelCleaner())
    yield from build(make, sig(), "base", tag="good-")
    yield from build(make, sig((1, 100.0)), "base", tag="loud-")
    yield from build(make, sig((0, 0.0), (3, 1e3)), "base", tag="two-")
    yield from build(make, sig((0, 0.0), (1, 0.0), (2, 0.0), (3, 0.0)), "base", tag="dead-")
    yield from build(make, sig((2, float("nan"))), "base", tag="nan-")


EXPECT = {'topic': 'biosignals',
 'rewrites': [],
 'breaks': {28: 1, 30: 1, 33: 1, 34: 1},
 'gb': ['GB0036', 'GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
