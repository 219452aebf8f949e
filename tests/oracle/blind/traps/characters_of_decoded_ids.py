"""A byte-level captioner decodes greedily and returns the text that its ids spell, up to the stop byte."""

import torch
from torch import nn

from fxkit import build, randn


class ByteDecoder(nn.Module):
    def __init__(self, dim=4, length=5, first=97, symbols=6):
        super().__init__()
        self.first = first
        self.embed = nn.Embedding(symbols, dim)
        self.cell = nn.Linear(2 * dim, dim)
        self.out = nn.Linear(dim, symbols)
        self.length = length

    def text(self, ids):
        letters = []
        for i in ids.tolist():
            if i == 0:
                break
            letters.append(chr(self.first + i))
        return "".join(letters)

    @torch.no_grad()
    def forward(self, image):
        token = torch.zeros(image.shape[0], dtype=torch.long)
        state, ids = image, []
        for _ in range(self.length):
            state = self.cell(torch.cat([state, self.embed(token)], dim=-1)).tanh()
            token = self.out(2 * state).argmax(dim=-1)
            ids.append(token)
        ids = torch.stack(ids, dim=1)
        return [self.text(row) for row in ids], ids


def load():
    return torch.compile(ByteDecoder())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base zero big")

EXPECT = {'topic': 'multi-modal',
 'kind': 'tolist',
 'verdict': 'decline',
 'obligations': ['the result is text'],
 'breaks': {20: 2},
 'gb': ['GB0033', 'GB7000'],
 'naive_differs_in': ['type', 'exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
