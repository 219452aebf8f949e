"""SASRec training loss over the positions that are not padding."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class SequentialRecommender(nn.Module):
    def __init__(self, num_items=10, dim=6, pad_id=0, l2=1e-3):
        super().__init__()
        self.pad_id = pad_id
        self.l2 = l2
        self.item_emb = nn.Embedding(num_items + 1, dim, padding_idx=pad_id)
        self.mix = nn.Linear(dim, dim)

    def encode(self, seq):
        emb = self.item_emb(seq)
        window = emb.cumsum(dim=1) / torch.arange(1, seq.size(1) + 1).view(1, -1, 1)
        return torch.tanh(self.mix(window))

    def score(self, hidden, items):
        return (hidden * self.item_emb(items)).sum(dim=-1)

    def regularization(self):
        return self.l2 * self.item_emb.weight.pow(2).sum()

    def forward(self, seq, pos, neg):
        hidden = self.encode(seq)
        pos_logits = self.score(hidden, pos)
        neg_logits = self.score(hidden, neg)
        indices = torch.where(pos != self.pad_id)
        loss = F.binary_cross_entropy_with_logits(pos_logits[indices], torch.ones_like(pos_logits[indices]))
        loss = loss + F.binary_cross_entropy_with_logits(neg_logits[indices], torch.zeros_like(neg_logits[indices]))
        return loss + self.regularization()


def load():
    return torch.compile(SequentialRecommender())


def cases():
    seq = torch.tensor([[0, 0, 3, 5, 1], [2, 7, 9, 4, 8]])
    pos = torch.tensor([[0, 0, 5, 1, 2], [7, 9, 4, 8, 10]])
    neg = torch.tensor([[1, 2, 9, 3, 4], [5, 6, 1, 2, 3]])
    yield from build(load, lambda: (seq, pos, neg), "base")
    yield from build(load, lambda: (seq + 1, pos + (pos == 0), neg), "base", tag="dense-")


EXPECT = {'topic': 'recommender',
 'kind': 'masked_select_mean',
 'rewrites': [],
 'breaks': {33: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'grad-close']}
