"""A protein language model on packed chains: attention stays inside of each chain of the pack."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class PackedAttention(nn.Module):
    """x: (total, dim); cu_seqlens: (chains + 1,), starting with 0 and ending with total."""

    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.out = nn.Linear(dim, dim, bias=False)

    def forward(self, x, cu_seqlens):
        q, k, v = self.qkv(x).unflatten(-1, (3, self.heads, -1)).permute(1, 2, 0, 3)
        chunks = []
        bounds = cu_seqlens.tolist()
        for start, end in zip(bounds[:-1], bounds[1:]):
            chunks.append(F.scaled_dot_product_attention(q[:, start:end], k[:, start:end], v[:, start:end]))
        h = torch.cat(chunks, dim=1)
        return self.out(h.transpose(0, 1).flatten(1))


class ProteinLM(nn.Module):
    def __init__(self, alphabet=21, dim=8):
        super().__init__()
        self.embed = nn.Embedding(alphabet, dim)
        self.norm = nn.LayerNorm(dim)
        self.attn = PackedAttention(dim)
        self.head = nn.Linear(dim, alphabet)

    def forward(self, tokens, cu_seqlens):
        x = self.embed(tokens)
        return self.head(x + self.attn(self.norm(x), cu_seqlens))


def load():
    return torch.compile(ProteinLM())


def cases():
    for cu in ([0, 3, 7, 9], [0, 4, 5, 9], [0, 9]):
        yield from build(load, lambda cu=cu: (ints(0, 21, 9), torch.tensor(cu)), "base", tag=f"{len(cu)}at{cu[1]}-")

EXPECT = {'topic': 'protein',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {22: 2},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
