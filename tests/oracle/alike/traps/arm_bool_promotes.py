"""One arm gives a bool tensor, the other a float one."""

import torch

from fxkit import randn, sweep


@torch.compile
def keep(scores, thr):
    s = scores + 0.5
    if s.amax() > thr:
        s = s > thr
    return s


def cases():
    yield from sweep(keep, lambda: (randn(3), 0.6), "pos neg nan")

EXPECT = {'topic': 'detection',
 'verdict': 'decline',
 'obligations': ['O4'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
