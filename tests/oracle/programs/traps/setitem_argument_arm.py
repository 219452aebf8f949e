"""The first position is zeroed in the caller's tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def drop_cls(scores, flag):
    if flag.any():
        scores[0] = 0.0
    return scores * 2.0


def cases():
    yield from sweep(drop_cls, lambda: (randn(3), torch.tensor([True, False])), "base true false")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R8', 'O11'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
