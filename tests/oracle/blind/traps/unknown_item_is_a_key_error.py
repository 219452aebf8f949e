"""A session recommender maps raw item ids to rows through a dictionary; an unknown id is an error."""

import torch
from torch import nn

from fxkit import build


class ItemIndex:
    """Raw catalogue ids to embedding rows, in order of registration."""

    def __init__(self, raw_ids):
        self.raw2row = {}
        for raw in raw_ids:
            self.raw2row.setdefault(raw, len(self.raw2row) + 1)

    def __len__(self):
        return len(self.raw2row) + 1

    def rows(self, raw):
        return torch.tensor([[self.raw2row[i] for i in session] for session in raw.tolist()])


class NARMEncoder(nn.Module):
    def __init__(self, raw_ids=(101, 17, 2048, 5), dim=4):
        super().__init__()
        self.index = ItemIndex(raw_ids)
        self.emb = nn.Embedding(len(self.index), dim, padding_idx=0)
        self.a_1 = nn.Linear(dim, dim, bias=False)
        self.v_t = nn.Linear(dim, 1, bias=False)

    def forward(self, sessions):
        seq = self.emb(self.index.rows(sessions))
        alpha = self.v_t(torch.sigmoid(self.a_1(seq))).softmax(dim=1)
        c_global = (alpha * seq).sum(dim=1)
        c_t = torch.cat([c_global, seq[:, -1]], dim=-1)
        scores = c_t[:, : seq.size(-1)] @ self.emb.weight[1:].t()
        return scores, c_t


def load():
    return torch.compile(NARMEncoder())


def cases():
    yield from build(load, lambda: (torch.tensor([[101, 5, 17], [17, 17, 2048]]),), "base")
    yield from build(load, lambda: (torch.tensor([[101, 6, 17]]),), "base", tag="unknown-")
    yield from build(load, lambda: (torch.tensor([[101, -1]]),), "base", tag="negative-")
    yield from build(load, lambda: (torch.tensor([[5000]]),), "base", tag="beyond-")

EXPECT = {'topic': 'recommendation',
 'kind': 'host dictionary',
 'verdict': 'decline',
 'obligations': ['exceptions'],
 'breaks': {21: 9},
 'gb': ['GB0033', 'GB0088'],
 'naive_differs_in': ['exceptions', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
