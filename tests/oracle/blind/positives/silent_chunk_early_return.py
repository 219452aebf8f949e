"""Source separation returns zeros at once for a chunk of silence and otherwise standardises the mixture."""

import torch
from torch import nn

from fxkit import build, randn


class Separator(nn.Module):
    def __init__(self, sources=("drums", "vocals"), channels=2, hidden=4, threshold=1e-4):
        super().__init__()
        self.sources = sources
        self.threshold = threshold
        self.encoder = nn.Conv1d(channels, hidden, 4, stride=2, padding=1)
        self.decoder = nn.ConvTranspose1d(hidden, channels * len(sources), 4, stride=2, padding=1)

    def forward(self, mix):
        batch, channels, length = mix.shape
        if mix.abs().max() < self.threshold:
            return mix.new_zeros(batch, len(self.sources), channels, length)
        mono = mix.mean(dim=1, keepdim=True)
        mean = mono.mean(dim=-1, keepdim=True)
        std = mono.std(dim=-1, keepdim=True)
        x = (mix - mean) / (1e-5 + std)
        x = torch.relu(self.encoder(x))
        x = self.decoder(x)
        x = x.view(batch, len(self.sources), channels, length)
        return x * std[:, None] + mean[:, None]


def load():
    return torch.compile(Separator())


def cases():
    yield from build(load, lambda: (randn(2, 2, 8),), "base grad nan")
    yield from build(load, lambda: (torch.zeros(2, 2, 8),), "base grad", tag="silent-")
    yield from build(load, lambda: (1e-6 * randn(2, 2, 8),), "base", tag="faint-")

EXPECT = {'topic': 'audio',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
