"""Padding mask of an ASR encoder (lists or tensors of lengths) and the masked subsampled features."""

import torch
from torch import nn

from fxkit import build, randn


def make_pad_mask(lengths, xs):
    if not isinstance(lengths, list):
        lengths = lengths.tolist()
    bs = len(lengths)
    maxlen = xs.size(1)
    seq_range = torch.arange(0, maxlen, dtype=torch.int64, device=xs.device)
    seq_range_expand = seq_range.unsqueeze(0).expand(bs, maxlen)
    seq_length_expand = torch.tensor(lengths, dtype=torch.int64, device=xs.device).unsqueeze(-1)
    return seq_range_expand >= seq_length_expand


class EncoderFrontend(nn.Module):
    def __init__(self, idim=6, odim=8):
        super().__init__()
        self.embed = nn.Linear(idim, odim)
        self.norm = nn.LayerNorm(odim)
        self.xscale = odim**0.5

    def forward(self, xs_pad, ilens):
        masks = make_pad_mask(ilens, xs_pad)
        xs = self.embed(xs_pad) * self.xscale
        xs = self.norm(xs)
        xs = xs.masked_fill(masks.unsqueeze(-1), 0.0)
        return xs, (~masks)[:, None, :]


def load():
    return torch.compile(EncoderFrontend())


def cases():
    yield from build(load, lambda: (randn(3, 7, 6), torch.tensor([7, 4, 2])), "base grad nan zero")
    yield from build(load, lambda: (randn(2, 5, 6), torch.tensor([5, 5])), "base grad", tag="full-")
    yield from build(load, lambda: (randn(2, 5, 6), [5, 1]), "base", tag="list-")


EXPECT = {'topic': 'speech',
 'rewrites': [],
 'breaks': {11: 4},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
