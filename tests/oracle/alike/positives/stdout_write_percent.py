"""sys.stdout.write with % formatting."""

import sys

import torch

from fxkit import randn, sweep


@torch.compile
def draw(logits, temperature):
    probs = torch.softmax(logits / temperature, -1)
    sys.stdout.write("top %.3f\n" % probs.detach().max().item())
    return probs * 0.5


def cases():
    yield from sweep(draw, lambda: (randn(2, 4), 0.7), "base big nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R36'],
 'breaks': {13: 3},
 'gb': ['GB0088', 'GB0124', 'GB0156'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
