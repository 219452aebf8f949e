"""A streaming speech encoder draws the size of its attention chunks during training."""

import torch
import torch.nn as nn

from fxkit import build, randn


def subsequent_chunk_mask(size, chunk_size, num_left_chunks=-1):
    ret = torch.zeros(size, size, dtype=torch.bool)
    for i in range(size):
        if num_left_chunks < 0:
            start = 0
        else:
            start = max((i // chunk_size - num_left_chunks) * chunk_size, 0)
        ending = min((i // chunk_size + 1) * chunk_size, size)
        ret[i, start:ending] = True
    return ret


def add_optional_chunk_mask(xs, masks, use_dynamic_chunk, decoding_chunk_size, static_chunk_size=0):
    if use_dynamic_chunk:
        max_len = xs.size(1)
        if decoding_chunk_size < 0:
            chunk_size = max_len
        elif decoding_chunk_size > 0:
            chunk_size = decoding_chunk_size
        else:
            # chunk size is either [1, 25] or full context(max_len)
            chunk_size = torch.randint(1, max_len, (1,)).item()
            if chunk_size > max_len // 2:
                chunk_size = max_len
            else:
                chunk_size = chunk_size % 25 + 1
        chunk_masks = subsequent_chunk_mask(xs.size(1), chunk_size).unsqueeze(0)
        return masks & chunk_masks
    return masks


class ConformerEncoderLayer(nn.Module):
    def __init__(self, dim=4, heads=2, use_dynamic_chunk=True):
        super().__init__()
        self.use_dynamic_chunk = use_dynamic_chunk
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, xs, masks, decoding_chunk_size=0):
        B, T, C = xs.shape
        chunk_masks = add_optional_chunk_mask(xs, masks, self.use_dynamic_chunk, decoding_chunk_size)
        q, k, v = self.qkv(xs).view(B, T, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        att = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=chunk_masks.unsqueeze(1))
        return xs + self.out(att.transpose(1, 2).reshape(B, T, C))


def load(dynamic=True):
    return torch.compile(ConformerEncoderLayer(use_dynamic_chunk=dynamic))


def cases():
    yield from build(load, lambda: (randn(2, 8, 4), torch.ones(2, 1, 8, dtype=torch.bool)), "base grad nan")
    yield from build(load, lambda: (randn(1, 12, 4), torch.ones(1, 1, 12, dtype=torch.bool)), "base", tag="longer-")
    yield from build(load, lambda: (randn(2, 8, 4), torch.ones(2, 1, 8, dtype=torch.bool), 3), "base", tag="decoding-")
    yield from build(lambda: load(False), lambda: (randn(2, 8, 4), torch.ones(2, 1, 8, dtype=torch.bool)), "base", tag="static-")

EXPECT = {'topic': 'speech',
 'kind': 'random size',
 'rewrites': [],
 'breaks': {30: 6},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
