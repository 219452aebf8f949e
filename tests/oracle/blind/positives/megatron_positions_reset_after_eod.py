"""Pretraining on packed documents: position ids restart and attention is cut after every end-of-document token."""

import torch
from torch import nn

from fxkit import build, ints


def get_ltor_masks_and_position_ids(data, eod_token):
    micro_batch_size, seq_length = data.size()
    attention_mask = torch.tril(torch.ones(micro_batch_size, seq_length, seq_length))
    position_ids = torch.arange(seq_length).unsqueeze(0).repeat(micro_batch_size, 1)
    for b in range(micro_batch_size):
        eod_index = position_ids[b, data[b] == eod_token].clone()
        prev_index = 0
        for j in range(eod_index.size()[0]):
            i = eod_index[j]
            attention_mask[b, (i + 1) :, : (i + 1)] = 0
            position_ids[b, (i + 1) :] -= i + 1 - prev_index
            prev_index = i + 1
    return attention_mask < 0.5, position_ids


class GPTBlock(nn.Module):
    def __init__(self, vocab=9, dim=4, length=8):
        super().__init__()
        self.word = nn.Embedding(vocab, dim)
        self.position = nn.Embedding(length, dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens):
        mask, position_ids = get_ltor_masks_and_position_ids(tokens, eod_token=0)
        h = self.word(tokens) + self.position(position_ids)
        q, k, v = self.qkv(h).chunk(3, dim=-1)
        scores = (q @ k.transpose(1, 2)).masked_fill(mask, -10000.0)
        return self.head(h + scores.softmax(dim=-1) @ v)


def load():
    return torch.compile(GPTBlock())


def cases():
    packed = torch.tensor([[3, 4, 0, 5, 6, 0, 7, 1], [0, 2, 2, 2, 8, 8, 3, 0]])
    yield from build(load, lambda: (packed.clone(),), "base")
    yield from build(load, lambda: (ints(1, 9, 2, 8),), "base", tag="single-")

EXPECT = {'topic': 'llm training',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {14: 2},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
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
