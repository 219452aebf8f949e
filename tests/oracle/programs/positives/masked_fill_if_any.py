"""Finished sequences are only masked when there are any."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def step(logits, finished, pad: int = 0):
    scores = logits * 0.5
    if finished.any():
        scores = scores.masked_fill(finished[:, None], -1e4)
    return scores.amax(dim=-1)


def cases():
    yield from sweep(step, lambda: (randn(3, 4), bools(3)), "base true false nan half f64 grad inf+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R15'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
