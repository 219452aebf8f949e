"""count_nonzero(...).item() of a mask decides."""

import torch

from fxkit import randn, sweep


@torch.compile
def backoff(logits, floor):
    alive = logits > floor
    scores = logits - floor
    if torch.count_nonzero(alive).item() < 2:
        scores = scores * 0.1
    return scores


def cases():
    yield from sweep(backoff, lambda: (randn(5), 0.25), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R33', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
