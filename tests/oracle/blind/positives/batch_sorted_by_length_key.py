"""Utterances are sorted by length for the recurrent encoder, and put back into their order behind it."""

import torch
from torch import nn

from fxkit import build, randn


class BiEncoder(nn.Module):
    def __init__(self, n_mels=4, hidden=3):
        super().__init__()
        self.proj = nn.Linear(n_mels, hidden)
        self.mix = nn.Conv1d(hidden, hidden, 3, padding=1)

    def forward(self, x, lengths):
        keep = torch.arange(x.size(1)) < lengths[:, None]
        h = self.proj(x) * keep.unsqueeze(-1)
        return self.mix(h.transpose(1, 2)).transpose(1, 2) * keep.unsqueeze(-1)


class Transcriber(nn.Module):
    def __init__(self, vocab=6):
        super().__init__()
        self.encoder = BiEncoder()
        self.decay = nn.Parameter(torch.tensor(0.5))
        self.out = nn.Linear(3, vocab)

    def forward(self, mels, mel_lengths):
        order = sorted(range(mels.size(0)), key=lambda i: mel_lengths[i], reverse=True)
        h = self.encoder(mels[order], mel_lengths[order])
        # later utterances of the sorted batch are weighted down
        h = h * self.decay ** torch.arange(len(order)).view(-1, 1, 1)
        inverse = torch.empty(len(order), dtype=torch.long)
        inverse[order] = torch.arange(len(order))
        return self.out(h[inverse]).log_softmax(dim=-1)


def load():
    return torch.compile(Transcriber())


def cases():
    yield from build(load, lambda: (randn(4, 5, 4), torch.tensor([3, 5, 1, 4])), "base grad nan")
    yield from build(load, lambda: (randn(4, 5, 4), torch.tensor([2, 5, 2, 5])), "base", tag="ties-")

EXPECT = {'topic': 'speech',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {29: 2},
 'gb': ['GB0207'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
