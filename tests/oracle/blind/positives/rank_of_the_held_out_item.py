"""Leave-one-out evaluation of a recommender: hit rate, reciprocal rank and gain of each user's held-out item."""

import math
from typing import Dict

import torch
from torch import Tensor

from fxkit import build, ints, randn


class AverageMeter:
    """Computes and stores the average and current value"""

    def __init__(self):
        self.reset()

    def reset(self):
        self.val = 0.0
        self.sum = 0.0
        self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n

    @property
    def avg(self):
        return self.sum / max(self.count, 1)


class LeaveOneOut:
    def __init__(self, k: int = 3):
        self.k = k
        self.meters = {name: AverageMeter() for name in ("hr", "mrr", "ndcg")}

    def gains(self, scores: Tensor, held_out: Tensor):
        ranked = scores.topk(self.k, dim=1).indices
        hr, mrr, ndcg = 0.0, 0.0, 0.0
        for items, target in zip(ranked, held_out):
            for place in range(self.k):
                if items[place] == target:
                    hr += 1.0
                    mrr += 1.0 / (place + 1)
                    ndcg += math.log(2) / math.log(place + 2)
                    break
        return {"hr": hr, "mrr": mrr, "ndcg": ndcg}

    @torch.no_grad()
    def __call__(self, user: Tensor, item: Tensor, held_out: Tensor) -> Dict[str, float]:
        scores = user @ item.t()
        for name, total in self.gains(scores, held_out).items():
            self.meters[name].update(total / len(held_out), len(held_out))
        return {name: meter.avg for name, meter in self.meters.items()}


def load():
    return torch.compile(LeaveOneOut())


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(6, 3), ints(0, 6, 4)), "base")
    yield from build(load, lambda: (randn(4, 3), torch.zeros(6, 3), torch.full((4,), 9)), "base", tag="missed-")

EXPECT = {'topic': 'recommenders',
 'kind': 'counter',
 'rewrites': [],
 'breaks': {43: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor', 'close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
