"""Messages of dropped edges are zeroed unless every edge is kept."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def messages(feat, keep):
    msg = feat - 0.5
    if not keep.all():
        msg = msg.masked_fill(~keep, 0.0)
    return msg.sum(0)


def cases():
    yield from sweep(messages, lambda: (randn(4, 3), bools(4, 3)), "base true false nan inf half f64 empty grad true+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R15'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
