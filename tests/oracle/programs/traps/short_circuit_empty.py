"""The size test guards a maximum of nothing."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescore(scores, other):
    out = other * 2.0
    if scores.numel() > 0 and scores.max() > 0.0:
        out = out + 1.0
    return out


def cases():
    yield from sweep(rescore, lambda: (randn(4), randn(3)), "pos neg")
    yield from sweep(rescore, lambda: (torch.zeros(0), randn(3)), "base", tag="none-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
