"""A finally block must see the state at the guard."""

import torch

from fxkit import randn, sweep


@torch.compile
def advance(x, trace):
    stage = "start"
    try:
        y = x * 2.0
        if (y < 0).any():
            raise ValueError("negative sample")
        stage = "done"
    finally:
        trace.append(stage)
    return y


def cases():
    yield from sweep(advance, lambda: (randn(3), []), "pos neg")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'O16'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': ['compiled-exception-type']}
