"""A vocoder is trained on short segments that are cut out at random places of each utterance."""

import torch
from torch import nn

from fxkit import build, randn


def slice_segments(x, ids_str, segment_size=4):
    ret = torch.zeros_like(x[:, :, :segment_size])
    for i in range(x.size(0)):
        idx_str = ids_str[i]
        idx_end = idx_str + segment_size
        ret[i] = x[i, :, idx_str:idx_end]
    return ret


def rand_slice_segments(x, x_lengths=None, segment_size=4):
    b, d, t = x.size()
    if x_lengths is None:
        x_lengths = t
    ids_str_max = x_lengths - segment_size + 1
    ids_str = (torch.rand([b]) * ids_str_max).to(dtype=torch.long)
    ret = slice_segments(x, ids_str, segment_size)
    return ret, ids_str


class SynthesizerTrn(nn.Module):
    def __init__(self, channels=3, hop=2, segment_size=4):
        super().__init__()
        self.segment_size = segment_size
        self.hop = hop
        self.enc_q = nn.Conv1d(channels, 4, 3, padding=1)
        self.dec = nn.ConvTranspose1d(4, 1, hop, stride=hop)

    def forward(self, y, y_lengths, wav):
        z = self.enc_q(y)
        z_slice, ids_slice = rand_slice_segments(z, y_lengths, self.segment_size)
        o = self.dec(z_slice)
        target = slice_segments(wav, ids_slice * self.hop, self.segment_size * self.hop)
        return (o - target).abs().mean(), ids_slice


def load():
    return torch.compile(SynthesizerTrn())


def cases():
    yield from build(load, lambda: (randn(2, 3, 10), torch.tensor([10, 6]), randn(2, 1, 20)), "base grad nan zero")
    yield from build(load, lambda: (randn(2, 3, 4), torch.tensor([4, 4]), randn(2, 1, 8)), "base grad", tag="exact-")

EXPECT = {'topic': 'speech',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {14: 16},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
