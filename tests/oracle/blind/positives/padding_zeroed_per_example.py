"""An acoustic model zeroes the frames behind the end of each utterance, one after the other."""

import torch
from torch import nn

from fxkit import build, randn


class ConvSubsampling(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.conv = nn.Conv1d(dim, dim, 3, stride=2, padding=1)

    def forward(self, feats, lengths):
        out = self.conv(feats.transpose(1, 2)).transpose(1, 2).relu()
        return out, (lengths + 1) // 2


class AcousticEncoder(nn.Module):
    """Subsampling, masking and one feed forward block."""

    def __init__(self, dim=4):
        super().__init__()
        self.subsample = ConvSubsampling(dim)
        self.ff = nn.Linear(dim, dim, bias=False)

    @staticmethod
    def zero_padding(hidden, lengths):
        out = torch.zeros_like(hidden)
        for i, length in enumerate(lengths):
            n = int(length)
            out[i, :n] = hidden[i, :n]
        return out

    def forward(self, feats, lengths):
        hidden, lengths = self.subsample(feats, lengths)
        hidden = self.zero_padding(hidden, lengths)
        return hidden + self.ff(hidden), lengths


def load():
    return torch.compile(AcousticEncoder())


def cases():
    yield from build(load, lambda: (randn(3, 8, 4), torch.tensor([8, 3, 5])), "base grad nan")
    yield from build(load, lambda: (randn(2, 8, 4), torch.tensor([0, 8])), "base grad", tag="silent-")

EXPECT = {'rewrites': [],
 'topic': 'speech',
 'kind': 'sizes',
 'breaks': {31: 5},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
