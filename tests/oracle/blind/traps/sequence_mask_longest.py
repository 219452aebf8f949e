"""VITS text encoder: the mask is as wide as the longest utterance, not as the padded batch."""

import torch
import torch.nn as nn

from fxkit import build, randn


def sequence_mask(length, max_length=None):
    if max_length is None:
        max_length = length.max().item()
    x = torch.arange(max_length, dtype=length.dtype)
    return x.unsqueeze(0) < length.unsqueeze(1)


class TextEncoder(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.proj = nn.Linear(dim, 2 * dim)

    def forward(self, x, lengths):
        mask = sequence_mask(lengths).unsqueeze(-1).to(x.dtype)
        stats = self.proj(x[:, : mask.shape[1]]) * mask
        m, logs = stats.chunk(2, -1)
        return m, logs, mask


def make_encoder():
    return torch.compile(TextEncoder())


def cases():
    yield from build(make_encoder, lambda: (randn(2, 6, 3), torch.tensor([6, 2])), "base")
    yield from build(make_encoder, lambda: (randn(2, 6, 3), torch.tensor([4, 3])), "base grad", tag="short-")

EXPECT = {'topic': 'tts',
 'verdict': 'decline',
 'obligations': [],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['shape', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
