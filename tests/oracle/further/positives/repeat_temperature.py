"""The logits are flattened when a token was generated more than once."""

import torch
import torch.nn.functional as F

from fxkit import ints, randn, sweep


@torch.compile
def flatten_repeats(logits, generated):
    counts = F.one_hot(generated, 6).sum(0)
    out = logits - 1.0
    if (counts > 1).sum() > 0:
        out = out * 0.5
    return out


def cases():
    yield from sweep(flatten_repeats, lambda: (randn(6), ints(0, 6, 5)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(flatten_repeats, lambda: (randn(6), torch.tensor([0, 3, 5])), "base nan half grad nan+grad inf+grad ninf+grad neg+grad pos+grad", tag="fresh-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R2', 'R33'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
