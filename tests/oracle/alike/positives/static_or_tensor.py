"""A Python flag or a tensor test."""

import torch

from fxkit import randn, sweep


@torch.compile
def maybe_greedy(logits, greedy=False):
    probs = logits - logits.amax()
    if greedy or probs.amin() < -3.0:
        probs = probs * 100.0
    return probs.exp()


def cases():
    yield from sweep(maybe_greedy, lambda: (randn(6),), "base small big nan inf zero half f64")
    yield from sweep(maybe_greedy, lambda: (randn(6),), "base small", kwargs={"greedy": True}, tag="greedy-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
