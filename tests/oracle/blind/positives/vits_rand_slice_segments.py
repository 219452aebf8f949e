"""Random waveform segments for the training of a vocoder."""

import torch
import torch.nn as nn

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
    ids_str = (torch.rand([b]).to(device=x.device) * ids_str_max).to(dtype=torch.long)
    ret = slice_segments(x, ids_str, segment_size)
    return ret, ids_str


class SegmentedDecoder(nn.Module):
    def __init__(self, dim=3, segment_size=4):
        super().__init__()
        self.segment_size = segment_size
        self.pre = nn.Conv1d(dim, dim, 3, padding=1)
        self.post = nn.Conv1d(dim, 1, 1)

    def forward(self, z, lengths):
        z_slice, ids_slice = rand_slice_segments(torch.tanh(self.pre(z)), lengths, self.segment_size)
        return self.post(z_slice), ids_slice


def load():
    return torch.compile(SegmentedDecoder())


def cases():
    yield from build(load, lambda: (randn(3, 3, 9), torch.tensor([9, 5, 7])), "base grad neg")
    yield from build(load, lambda: (randn(2, 3, 6), torch.tensor([4, 6])), "base grad", tag="short-")


EXPECT = {'topic': 'speech',
 'rewrites': ['R25'],
 'breaks': {-1: 4, 14: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
