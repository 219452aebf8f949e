"""One decoding step: the rotary table is read at the last position that is being written."""

import torch
from torch import nn

from fxkit import build, randn


def precompute_freqs(seq_len, head_dim, base=10000.0):
    inv = 1.0 / base ** (torch.arange(0, head_dim, 2).float() / head_dim)
    angles = torch.outer(torch.arange(seq_len).float(), inv)
    return torch.stack([angles.cos(), angles.sin()], dim=-1)


def apply_rotary(x, freqs):
    pairs = x.unflatten(-1, (-1, 2))
    real = pairs[..., 0] * freqs[..., 0] - pairs[..., 1] * freqs[..., 1]
    imag = pairs[..., 1] * freqs[..., 0] + pairs[..., 0] * freqs[..., 1]
    return torch.stack([real, imag], dim=-1).flatten(-2)


class DecodeAttention(nn.Module):
    def __init__(self, dim=8, heads=2, max_seq=16):
        super().__init__()
        self.heads = heads
        self.wqk = nn.Linear(dim, 2 * dim, bias=False)
        self.register_buffer("freqs_cis", precompute_freqs(max_seq, dim // heads), persistent=False)

    def forward(self, x, input_pos):
        """x: (batch, dim); input_pos: positions of this call, the last one is decoded."""
        q, k = self.wqk(x).chunk(2, dim=-1)
        q, k = (t.unflatten(-1, (self.heads, -1)) for t in (q, k))
        pos = int(input_pos[-1])
        freqs = self.freqs_cis[pos]
        return apply_rotary(q, freqs), apply_rotary(k, freqs)


def load():
    return torch.compile(DecodeAttention())


def cases():
    for pos in (0, 3, 15):
        yield from build(load, lambda pos=pos: (randn(2, 8), torch.tensor([pos])), "base grad", tag=f"at{pos}-")
    yield from build(load, lambda: (randn(2, 8), torch.tensor([4, 5, 6])), "base nan")

EXPECT = {'rewrites': [],
 'topic': 'inference',
 'kind': 'numbers',
 'breaks': {33: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
