"""A recurrent encoder for series of different length: the loop ends with the longest one."""

import torch
from torch import nn

from fxkit import build, randn


class GRUEncoder(nn.Module):
    def __init__(self, inputs=3, hidden=4):
        super().__init__()
        self.cell = nn.GRUCell(inputs, hidden)
        self.hidden = hidden

    def forward(self, series, lengths):
        h = series.new_zeros(series.shape[0], self.hidden)
        for t in range(int(lengths.max())):
            new = self.cell(series[:, t], h)
            h = torch.where((t < lengths).unsqueeze(-1), new, h)
        return h


class SeriesClassifier(nn.Module):
    """Last state of the encoder, layer norm and a linear head."""

    def __init__(self, classes=3):
        super().__init__()
        self.encoder = GRUEncoder()
        self.norm = nn.LayerNorm(self.encoder.hidden)
        self.head = nn.Linear(self.encoder.hidden, classes)

    def forward(self, series, lengths):
        return self.head(self.norm(self.encoder(series, lengths)))


def load():
    return torch.compile(SeriesClassifier())


def cases():
    yield from build(load, lambda: (randn(3, 4, 3), torch.tensor([2, 1, 3])), "base grad")
    yield from build(load, lambda: (randn(2, 4, 3), torch.tensor([4, 2])), "base nan", tag="full-")

EXPECT = {'rewrites': [],
 'topic': 'timeseries',
 'kind': 'sizes',
 'breaks': {17: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
