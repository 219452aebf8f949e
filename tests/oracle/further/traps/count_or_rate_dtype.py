"""A metric is an integer count for few samples and a float rate otherwise."""

import torch

from fxkit import bools, sweep


@torch.compile
def recall(hits, wanted):
    matched = (hits & wanted).sum()
    total = wanted.sum()
    if total < 4:
        value = matched
    else:
        value = matched / total
    return {"value": value, "total": total}


def cases():
    yield from sweep(recall, lambda: (bools(12), bools(12, seed=2)), "base true false")


EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
