"""Recogniser: a batch is ordered from the longest utterance to the shortest and put back after the encoder."""

import torch
from torch import nn

from fxkit import build, ints, randn


def length_mask(lengths, max_len):
    return torch.arange(max_len)[None, :] < lengths[:, None]


class SortedEncoder(nn.Module):
    def __init__(self, n_mels: int = 3, dim: int = 4):
        super().__init__()
        self.proj = nn.Linear(n_mels, dim)
        self.norm = nn.BatchNorm1d(dim)
        self.register_buffer("longest", torch.zeros((), dtype=torch.long))

    def sort(self, lengths):
        order = sorted(range(lengths.shape[0]), key=lambda i: lengths[i].item(), reverse=True)
        order = torch.tensor(order)
        restore = torch.empty_like(order)
        restore[order] = torch.arange(order.shape[0])
        return order, restore

    def encode(self, x, lengths):
        mask = length_mask(lengths, x.shape[1]).unsqueeze(-1)
        h = torch.tanh(self.norm(self.proj(x).transpose(1, 2)).transpose(1, 2)) * mask
        return h.cumsum(dim=1) / torch.arange(1, x.shape[1] + 1)[None, :, None]

    def forward(self, x, lengths):
        order, restore = self.sort(lengths)
        h = self.encode(x[order], lengths[order])
        if self.training and lengths.max() > self.longest:
            self.longest.copy_(lengths.max())
        return h[restore], order


def load():
    return torch.compile(SortedEncoder())


def cases():
    yield from build(load, lambda: (randn(4, 5, 3), ints(1, 6, 4)), "base grad")
    yield from build(load, lambda: (randn(4, 5, 3), torch.tensor([3, 3, 5, 3])), "base", tag="ties-")

EXPECT = {'topic': 'speech',
 'kind': 'python sort',
 'rewrites': [],
 'breaks': {21: 1, 35: 2},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': ['grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
