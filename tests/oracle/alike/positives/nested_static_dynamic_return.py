"""Early returns under a static test and a dynamic one."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def attend(scores, mask, causal):
    if causal:
        if mask.all():
            return scores.softmax(-1)
        scores = scores * 0.5
    return scores.masked_fill(~mask, 0.0)


def cases():
    yield from sweep(attend, lambda: (randn(2, 3), bools(2, 3), True), "base true false nan half f64 grad true+grad")
    yield from sweep(attend, lambda: (randn(2, 3), bools(2, 3), False), "base true grad", tag="free-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R5', 'R6'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
