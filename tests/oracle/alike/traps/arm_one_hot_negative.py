"""one_hot raises for negative classes; the test keeps them away."""

import torch
import torch.nn.functional as F

from fxkit import ints, sweep


@torch.compile
def encode(labels):
    if labels.amin() >= 0:
        hot = F.one_hot(labels, 5)
    else:
        hot = labels.unsqueeze(-1).expand(-1, 5) * 0
    return hot.sum(0)


def cases():
    yield from sweep(encode, lambda: (ints(0, 5, 4),), "base")
    yield from sweep(encode, lambda: (torch.tensor([1, -1, 3]),), "base", tag="ignored-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
