"""Embedding stage of a protein language model: the padding mask is dropped when no sequence is padded."""

import torch
from torch import nn

from fxkit import build, ints


class ProteinEmbedding(nn.Module):
    def __init__(self, alphabet=25, dim=8, padding_idx=1):
        super().__init__()
        self.padding_idx = padding_idx
        self.embed_tokens = nn.Embedding(alphabet, dim, padding_idx=padding_idx)
        self.attn_bias = nn.Linear(dim, 1)
        self.emb_layer_norm_before = nn.LayerNorm(dim)

    def forward(self, tokens):
        assert tokens.ndim == 2
        padding_mask = tokens.eq(self.padding_idx)  # B, T
        x = self.emb_layer_norm_before(self.embed_tokens(tokens))
        if padding_mask is not None:
            x = x * (1 - padding_mask.unsqueeze(-1).type_as(x))

        if not padding_mask.any():
            padding_mask = None

        scores = self.attn_bias(x).squeeze(-1)
        if padding_mask is not None:
            scores = scores.masked_fill(padding_mask, float("-inf"))
        weights = scores.softmax(-1)
        return torch.einsum("bt,btd->bd", weights, x)


def load():
    return torch.compile(ProteinEmbedding())


def padded():
    tokens = ints(4, 25, 3, 7)
    tokens[1, 4:] = 1
    return (tokens,)


def cases():
    yield from build(load, lambda: (ints(4, 25, 3, 7),), "base")
    yield from build(load, padded, "base", tag="padded-")


EXPECT = {'topic': 'protein',
 'rewrites': [],
 'breaks': {24: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite', 'finite-grad']}
