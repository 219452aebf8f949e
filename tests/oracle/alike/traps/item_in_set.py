"""Membership of the number in a set of ints."""

import torch

from fxkit import rand, sweep


@torch.compile
def stop(logits, token, enders):
    if token.item() in enders:
        out = logits * 0.0
    else:
        out = logits * 2.0
    return out


def cases():
    yield from sweep(stop, lambda: (rand(3), torch.tensor(7), {2, 7}), "base")
    yield from sweep(stop, lambda: (rand(3), torch.tensor(5), {2, 7}), "base", tag="go-")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
