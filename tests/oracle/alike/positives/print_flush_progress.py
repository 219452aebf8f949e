"""A progress print with flush=True in a static loop over parameter groups."""

import torch

from fxkit import randn, sweep


@torch.compile
def decay(params, rates):
    out = []
    for i, (p, r) in enumerate(zip(params, rates)):
        out.append(p - p * r)
        print("group", i, "rate", r, flush=True)
    return out


def cases():
    yield from sweep(decay, lambda: ([randn(3), randn(2, 2)], [0.5, 0.25]), "base nan inf zero half f64 grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R36'],
 'breaks': {13: 1},
 'gb': ['GB0059', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
