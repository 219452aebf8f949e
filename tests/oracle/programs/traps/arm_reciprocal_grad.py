"""The reciprocal of an empty row sum is only taken when there is none."""

import torch

from fxkit import rand, sweep


@torch.compile
def row_normalise(scores):
    total = scores.sum(dim=-1, keepdim=True)
    if (total != 0).all():
        out = scores / total
    else:
        out = scores * 2.0
    return out


def cases():
    yield from sweep(row_normalise, lambda: (rand(2, 3),), "base base+grad zero zero+grad")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
