"""The argument itself is written after the branch that may rebind its name."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def attend(scores, mask):
    if scores.abs().max() > 2.0:
        scores = scores * 0.5
    scores.masked_fill_(mask, -100.0)
    return scores.softmax(-1)


def cases():
    yield from sweep(attend, lambda: (randn(2, 3), bools(2, 3)), "base small big true")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result']}
