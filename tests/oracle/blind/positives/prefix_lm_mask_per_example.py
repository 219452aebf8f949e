"""Prefix language model: the attention mask opens the prefix of every example, whose length is data."""

import torch
from torch import nn

from fxkit import build, ints, randn


def prefix_lm_mask(prefix_lens, seq_len):
    """(b, seq, seq), True where attention is allowed."""
    mask = torch.tril(torch.ones(seq_len, seq_len, dtype=torch.bool))
    mask = mask.unsqueeze(0).repeat(prefix_lens.shape[0], 1, 1)
    for i, prefix in enumerate(prefix_lens.tolist()):
        mask[i, :, :prefix] = True
    return mask


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, mask):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        return x + self.proj(nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask))


class PrefixLM(nn.Module):
    def __init__(self, vocab=7, dim=4, depth=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))
        self.head = nn.Linear(dim, vocab)

    def forward(self, input_ids, image_embeds, prefix_lens):
        x = torch.cat([image_embeds, self.embed(input_ids)], dim=1)
        mask = prefix_lm_mask(prefix_lens, x.shape[1])
        for block in self.blocks:
            x = block(x, mask)
        return self.head(x[:, image_embeds.shape[1] :])


def load():
    return torch.compile(PrefixLM())


def cases():
    yield from build(load, lambda: (ints(0, 7, 3, 4), randn(3, 2, 4), torch.tensor([2, 4, 6])), "base grad nan")
    yield from build(load, lambda: (ints(0, 7, 3, 4), randn(3, 2, 4), torch.tensor([0, 0, 0])), "base", tag="causal-")
    yield from build(load, lambda: (ints(0, 7, 2, 3), randn(2, 2, 4), torch.tensor([9, 1])), "base", tag="beyond-")

EXPECT = {'topic': 'llm training',
 'kind': 'loop over examples',
 'rewrites': [],
 'breaks': {13: 3},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
