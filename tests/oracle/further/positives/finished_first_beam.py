"""The test is one element of a boolean vector."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def hold(scores, finished):
    if finished[0]:
        kept = scores - 100.0
    else:
        kept = scores * 0.9
    return torch.log_softmax(kept, dim=-1)


def cases():
    yield from sweep(hold, lambda: (randn(2, 5), bools(2)), "true false nan inf zero half f64 true+grad false+grad true+nan+grad false+nan+grad false+inf+grad true+ninf+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
