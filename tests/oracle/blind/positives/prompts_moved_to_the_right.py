"""Prompts that were padded behind are moved so that generation starts at the same column for all of them."""

import torch
from torch import nn

from fxkit import build, ints


def left_pad(input_ids, attention_mask, pad_id):
    lengths = attention_mask.sum(dim=1).tolist()
    out = torch.full_like(input_ids, pad_id)
    mask = torch.zeros_like(attention_mask)
    width = input_ids.size(1)
    for row, n in enumerate(lengths):
        out[row, width - n:] = input_ids[row, :n]
        mask[row, width - n:] = 1
    return out, mask


class TinyLM(nn.Module):
    def __init__(self, vocab=12, dim=4, pad_id=0):
        super().__init__()
        self.pad_id = pad_id
        self.wte = nn.Embedding(vocab, dim)
        self.lm_head = nn.Linear(dim, vocab, bias=False)

    def forward(self, input_ids, attention_mask):
        ids, mask = left_pad(input_ids, attention_mask, self.pad_id)
        h = self.wte(ids) * mask.unsqueeze(-1)
        context = h.cumsum(dim=1) / mask.cumsum(dim=1).clamp(min=1).unsqueeze(-1)
        return self.lm_head(context[:, -1]), ids


def load():
    return torch.compile(TinyLM())


def inputs(lengths):
    mask = (torch.arange(6)[None] < torch.tensor(lengths)[:, None]).long()
    return ints(1, 12, len(lengths), 6) * mask, mask


def cases():
    yield from build(load, lambda: inputs([6, 3, 1]), "base")
    yield from build(load, lambda: inputs([2, 0, 4]), "base", tag="blank-")
    yield from build(load, lambda: inputs([6, 6, 6]), "base", tag="full-")

EXPECT = {'topic': 'llm',
 'kind': 'loop over examples',
 'rewrites': [],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
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
