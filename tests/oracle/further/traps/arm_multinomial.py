"""A sample is drawn only when the distribution is flat."""

import torch

from fxkit import rand, sweep


@torch.compile
def next_token(probs):
    if probs.max() < 0.9:
        tok = torch.multinomial(probs, 1)
    else:
        tok = probs.argmax(-1, keepdim=True)
    return tok


def cases():
    yield from sweep(next_token, lambda: (rand(5) * 0.5 + 0.1,), "base ones")

EXPECT = {'topic': 'sampler',
 'verdict': 'decline',
 'obligations': ['O5'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
