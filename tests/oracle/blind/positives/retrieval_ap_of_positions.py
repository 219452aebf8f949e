"""Average precision of a ranking, from the positions of what is relevant in it."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def retrieval_average_precision(preds, target, top_k=None):
    top_k = top_k or preds.shape[-1]
    target = target[preds.topk(min(top_k, preds.shape[-1]), sorted=True, dim=-1)[1]]
    if not target.sum():
        return torch.tensor(0.0)
    positions = torch.arange(1, len(target) + 1, dtype=torch.float32)[target > 0]
    return torch.div((torch.arange(len(positions), dtype=torch.float32) + 1), positions).mean()


class MeanAveragePrecision(nn.Module):
    def __init__(self, dim=4, top_k=4):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.top_k = top_k

    def forward(self, queries, passages, relevance):
        scores = F.normalize(self.query(queries), dim=-1) @ F.normalize(passages, dim=-1).t()
        scores = scores.detach()
        res = []
        for mini_preds, mini_target in zip(scores, relevance):
            if not mini_target.sum():
                res.append(torch.tensor(1.0))
            else:
                res.append(retrieval_average_precision(mini_preds, mini_target, self.top_k))
        return torch.stack(res).mean(), scores


def load():
    return torch.compile(MeanAveragePrecision())


def cases():
    def args(relevance):
        return lambda: (randn(2, 4), randn(6, 4), torch.tensor(relevance))

    yield from build(load, args([[1, 0, 0, 1, 0, 1], [0, 1, 0, 0, 0, 0]]), "base")
    yield from build(load, args([[0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1]]), "base", tag="none-")

EXPECT = {'topic': 'retrieval',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {30: 1, 13: 1, 15: 1},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
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
