"""`not (x > 1).any()` accepts NaN, `(x <= 1).all()` does not."""

import torch

from fxkit import rand, sweep


@torch.compile
def clip(scores):
    assert not (scores > 1.0).any(), "score above one"
    return scores * 2.0


def cases():
    yield from sweep(clip, lambda: (rand(4),), "base nan")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R19'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': ['compiled-exception-type']}
