"""The positions of banned tokens are filled through nonzero."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def ban_tokens(logits, banned):
    scores = logits - 1.0
    scores[banned.nonzero(as_tuple=True)] = -100.0
    return scores * 2.0


def cases():
    yield from sweep(ban_tokens, lambda: (randn(2, 4), bools(2, 4)), "base true false nan half f64 grad inf+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
