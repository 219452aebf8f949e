"""any() over a generator stops at the first hit; the check records its argument."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def scan(x, parts, log):
    def check(i, p):
        log.append(i)
        return p.sum() > 0

    if any(check(i, p) for i, p in enumerate(parts)):
        y = x * 2.0
    else:
        y = x - 1.0
    return y


def cases():
    yield from sweep(scan, lambda: (randn(3), [rand(2), rand(3)], []), "base")
    yield from sweep(scan, lambda: (randn(3), [-rand(2), -rand(3)], []), "base", tag="cold-")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R44', 'O2'],
 'breaks': {14: 2},
 'gb': ['GB0170', 'GB8335'],
 'naive_differs_in': ['length'],
 'unsafe': []}
