"""A match statement on bool(tensor)."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def pick(logits, bias):
    match bool((logits > 1.0).any()):
        case True:
            out = logits - bias
        case False:
            out = logits + bias
    return out


def cases():
    yield from sweep(pick, lambda: (randn(5), rand(5)), "base small big neg nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
