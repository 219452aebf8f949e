"""Sequential recommendation: the reciprocal rank of the next item among all items."""

import torch
import torch.nn as nn

from fxkit import build, ints


class NextItem(nn.Module):
    def __init__(self, items=8, dim=4, k=3):
        super().__init__()
        self.items = nn.Embedding(items, dim)
        self.k = k

    @torch.no_grad()
    def forward(self, history, target):
        user = self.items(history).mean(dim=1)
        scores = user @ self.items.weight.t()
        order = scores.argsort(dim=-1, descending=True)
        rank = (order == target.unsqueeze(-1)).nonzero()[:, 1] + 1
        mrr = (1.0 / rank.float()).mean()
        hit = (rank <= self.k).float().mean()
        return {"mrr": mrr, "hit": hit}


def load():
    return torch.compile(NextItem())


def cases():
    yield from build(load, lambda: (ints(0, 8, 3, 4), ints(0, 8, 3)), "base")
    yield from build(load, lambda: (ints(0, 8, 1, 2), ints(0, 8, 1)), "base", tag="one-")

EXPECT = {'topic': 'recommenders',
 'kind': 'nonzero',
 'rewrites': [],
 'breaks': {20: 2},
 'gb': ['GB0036'],
 'skips': 0,
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
