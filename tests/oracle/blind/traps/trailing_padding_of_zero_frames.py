"""Vocoder input: the padding at the end is cut by a negative slice, and a padding of zero leaves nothing at all."""

import torch
from torch import nn

from fxkit import build, randn


def without_padding(mel, pad):
    return mel[:, : -int(pad)]


class MelEncoder(nn.Module):
    def __init__(self, mels=3, dim=4):
        super().__init__()
        self.conv = nn.Conv1d(mels, dim, 3, padding=1)
        self.out = nn.Linear(dim, 2)

    def forward(self, mels, pads):
        h = self.conv(mels).relu()
        pooled = torch.stack([without_padding(m, p).sum(dim=-1) for m, p in zip(h, pads)])
        return self.out(pooled)


def load():
    return torch.compile(MelEncoder())


def cases():
    yield from build(load, lambda: (randn(3, 3, 6), torch.tensor([2, 0, 5])), "base grad")
    yield from build(load, lambda: (randn(3, 3, 6), torch.tensor([0, 9, 1])), "base", tag="beyond-")
    yield from build(load, lambda: (randn(3, 3, 6), torch.tensor([-2, 1, 6])), "base", tag="negative-")

EXPECT = {'topic': 'tts',
 'kind': 'sizes',
 'verdict': 'any correct rewrite',
 'obligations': ['a slice to minus zero is empty', 'a slice beyond the end is cut'],
 'breaks': {10: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
