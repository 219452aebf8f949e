"""Cross-encoder inputs: rows with a separator pool both parts, rows without one pool everything."""

import torch
from torch import nn

from fxkit import build, ints


class PairPooler(nn.Module):
    def __init__(self, sep_id=3, pad_id=0):
        super().__init__()
        self.sep_id, self.pad_id = sep_id, pad_id

    def forward(self, hidden, input_ids):
        pooled = []
        for row, ids in zip(hidden, input_ids):
            real = (ids != self.pad_id).unsqueeze(-1)
            if self.sep_id in ids:
                before = ((ids == self.sep_id).cumsum(0) == 0).unsqueeze(-1) & real
                after = ~before & real & (ids != self.sep_id).unsqueeze(-1)
                first = (row * before).sum(0) / before.sum().clamp(min=1)
                second = (row * after).sum(0) / after.sum().clamp(min=1)
            else:
                first = (row * real).sum(0) / real.sum().clamp(min=1)
                second = torch.zeros_like(first)
            pooled.append(torch.cat([first, second]))
        return torch.stack(pooled)


class CrossEncoder(nn.Module):
    def __init__(self, vocab=12, dim=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        self.mix = nn.Linear(dim, dim)
        self.pooler = PairPooler()
        self.score = nn.Linear(2 * dim, 1)

    def forward(self, input_ids):
        hidden = torch.tanh(self.mix(self.embed(input_ids)))
        return self.score(self.pooler(hidden, input_ids)).squeeze(-1)


def load():
    return torch.compile(CrossEncoder())


def cases():
    pairs = torch.tensor([[5, 6, 3, 7, 8, 0], [9, 3, 4, 4, 3, 5]])
    mixed = torch.tensor([[5, 6, 7, 7, 0, 0], [9, 3, 4, 4, 3, 5], [3, 0, 0, 0, 0, 0]])
    yield from build(load, lambda: (pairs.clone(),), "base")
    yield from build(load, lambda: (mixed.clone(),), "base", tag="mixed-")
    yield from build(load, lambda: (ints(4, 12, 2, 5),), "base", tag="none-")

EXPECT = {'topic': 'llm',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {18: 3},
 'gb': ['GB0124'],
 'skips': 1,
 'graphs_per_call': 2,
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
