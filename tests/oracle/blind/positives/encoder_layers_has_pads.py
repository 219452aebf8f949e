"""Transformer encoder that zeroes padded embeddings if there are any."""

import torch
import torch.nn as nn

from fxkit import build, randn


class EncoderLayer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.attn = nn.Linear(dim, dim)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x, pad_mask):
        scores = self.attn(x) @ x.transpose(1, 2)
        if pad_mask is not None:
            scores = scores.masked_fill(pad_mask[:, None, :], float("-inf"))
        return self.norm(x + scores.softmax(-1) @ x)


class TransformerEncoder(nn.Module):
    def __init__(self, vocab=9, dim=6, layers=2, padding_idx=1):
        super().__init__()
        self.padding_idx = padding_idx
        self.embed = nn.Embedding(vocab, dim, padding_idx)
        self.layers = nn.ModuleList(EncoderLayer(dim) for _ in range(layers))

    def forward(self, src_tokens, return_all_hiddens=False):
        encoder_padding_mask = src_tokens.eq(self.padding_idx)
        has_pads = encoder_padding_mask.any()
        x = self.embed(src_tokens) * self.embed.embedding_dim**0.5
        if has_pads:
            x = x * (1 - encoder_padding_mask.unsqueeze(-1).type_as(x))
        states = [x] if return_all_hiddens else []
        for layer in self.layers:
            x = layer(x, encoder_padding_mask if has_pads else None)
            if return_all_hiddens:
                states.append(x)
        return {"encoder_out": x, "encoder_padding_mask": encoder_padding_mask, "encoder_states": states}


def load():
    return torch.compile(TransformerEncoder())


def cases():
    yield from build(load, lambda: (torch.tensor([[3, 4, 5, 1], [2, 2, 1, 1]]),), "base")
    yield from build(load, lambda: (torch.tensor([[3, 4, 5, 2], [2, 2, 8, 7]]), True), "base", tag="full-")


EXPECT = {'topic': 'nlp',
 'rewrites': ['R15'],
 'breaks': {33: 1, 37: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
