"""sys.stdout.write instead of print."""

import sys

import torch

from fxkit import randn, sweep


@torch.compile
def sample(logits):
    best = logits.argmax(-1)
    sys.stdout.write(f"best {best.tolist()}\n")
    return logits * 2.0, best


def cases():
    yield from sweep(sample, lambda: (randn(2, 5),), "base pos neg half f64 grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R36'],
 'breaks': {13: 2},
 'gb': ['GB0033', 'GB0156'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
