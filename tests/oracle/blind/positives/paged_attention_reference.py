"""Decode attention over a paged key-value cache, the readable reference that serving engines keep beside their kernels."""

import torch
from torch import nn

from fxkit import build, randn


def ref_paged_attention(query, key_cache, value_cache, block_tables, seq_lens, scale):
    block_size = key_cache.shape[1]
    outputs = []
    block_tables_lst = block_tables.tolist()
    seq_lens_lst = seq_lens.tolist()
    for i in range(query.shape[0]):
        q = query[i]
        seq_len = seq_lens_lst[i]
        keys, values = [], []
        for j in range(seq_len):
            block_number = block_tables_lst[i][j // block_size]
            keys.append(key_cache[block_number, j % block_size])
            values.append(value_cache[block_number, j % block_size])
        keys, values = torch.stack(keys), torch.stack(values)
        attn = torch.einsum("hd,khd->hk", q * scale, keys).softmax(dim=-1)
        outputs.append(torch.einsum("hk,khd->hd", attn, values))
    return torch.stack(outputs)


class PagedDecodeLayer(nn.Module):
    def __init__(self, heads=2, dim=4, blocks=6, block_size=2):
        super().__init__()
        self.qkv = nn.Linear(heads * dim, heads * dim)
        self.out = nn.Linear(heads * dim, heads * dim)
        self.heads, self.dim = heads, dim
        self.register_buffer("k_cache", randn(blocks, block_size, heads, dim))
        self.register_buffer("v_cache", randn(blocks, block_size, heads, dim, seed=1))

    @torch.no_grad()
    def forward(self, x, block_tables, seq_lens):
        q = self.qkv(x).view(-1, self.heads, self.dim)
        y = ref_paged_attention(q, self.k_cache, self.v_cache, block_tables, seq_lens, self.dim**-0.5)
        return x + self.out(y.flatten(1))


def load():
    return torch.compile(PagedDecodeLayer())


def cases():
    tables = torch.tensor([[4, 1, 0], [2, 0, 0], [5, 3, 2]])
    yield from build(load, lambda: (randn(3, 8), tables.clone(), torch.tensor([4, 1, 5])), "base")
    yield from build(load, lambda: (randn(3, 8), tables.clone(), torch.tensor([1, 2, 6])), "base", tag="full-")

EXPECT = {'topic': 'llm',
 'kind': 'loop over examples',
 'rewrites': [],
 'breaks': {12: 1, 13: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
