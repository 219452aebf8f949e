"""Anchor assignment: integer labels unless soft labels are requested by ambiguity."""

import torch

from fxkit import rand, sweep


class AnchorMatcher:
    def __init__(self, high=0.6, low=0.3, ambiguity=0.05):
        self.high = high
        self.low = low
        self.ambiguity = ambiguity

    def __call__(self, iou):
        best, index = iou.max(dim=0)
        top2 = iou.topk(2, dim=0).values
        if (top2[0] - top2[1]).min() < self.ambiguity:
            labels = best
        else:
            labels = (best >= self.high).long() - (best < self.low).long()
        return labels, index


matcher = AnchorMatcher()


@torch.compile
def assign(iou, num_classes):
    labels, index = matcher(iou)
    return labels * num_classes, index


def cases():
    yield from sweep(assign, lambda: (rand(3, 6), 4), "base zero")
    yield from sweep(assign, lambda: (torch.tensor([[0.9, 0.1], [0.2, 0.6], [0.1, 0.1]]), 4), "base", tag="clear-")


EXPECT = {'topic': 'detection',
 'kind': 'where_promotes_dtype',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'naive_differs_in': ['dtype'],
 'unsafe': ['number-tensor']}
