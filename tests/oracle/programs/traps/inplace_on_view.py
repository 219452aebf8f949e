"""The row is a view: adding in place changes the whole state."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def bump_first(states):
    s = states * 0.5
    head = s[0]
    if head.sum() > 0:
        head += 1.0
    return s, head * 2.0


def cases():
    yield from sweep(bump_first, lambda: (randn(3, 2),), "pos neg base")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R9'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
