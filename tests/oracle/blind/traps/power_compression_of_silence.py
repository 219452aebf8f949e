"""Power law compression of a spectrogram, skipped for chunks without any energy."""

import torch
from torch import nn

from fxkit import build, rand, randn


class CompressedSpectrum(nn.Module):
    def __init__(self, exponent=0.3, threshold=1e-4):
        super().__init__()
        self.exponent = exponent
        self.threshold = threshold

    def forward(self, mag):
        if mag.max() > self.threshold:
            return mag.pow(self.exponent)
        return mag


class Enhancer(nn.Module):
    def __init__(self, bins=5, hidden=6):
        super().__init__()
        self.gain_in = nn.Parameter(torch.ones(bins))
        self.compress = CompressedSpectrum()
        self.encoder = nn.Linear(bins, hidden)
        self.mask = nn.Linear(hidden, bins)

    def forward(self, noisy_mag, clean_mag):
        feats = self.compress(noisy_mag * self.gain_in)
        mask = torch.sigmoid(self.mask(torch.relu(self.encoder(feats))))
        est = noisy_mag * mask
        loss = (est - clean_mag).abs().mean()
        return loss, est


def load():
    return torch.compile(Enhancer())


def cases():
    yield from build(load, lambda: (rand(4, 5) + 0.1, rand(4, 5, seed=1)), "base grad")
    yield from build(load, lambda: (torch.zeros(4, 5), rand(4, 5, seed=1)), "base grad", tag="silent-")
    yield from build(load, lambda: (randn(4, 5).abs() * 1e-6, torch.zeros(4, 5)), "base", tag="faint-")


EXPECT = {'topic': 'speech enhancement',
 'verdict': 'any correct rewrite',
 'obligations': ['NaN gradient of the untaken arm'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'fresh-result', 'grad-none-zero', 'requires-grad']}
