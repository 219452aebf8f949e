"""The printed tensor is overwritten before the end."""

import torch

from fxkit import randn, sweep


@torch.compile
def apply(w, g):
    w = w.detach() * 1.0
    print("before", w)
    w.sub_(g)
    return w


def cases():
    yield from sweep(apply, lambda: (randn(3), randn(3, seed=1)), "base zero")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'O12'],
 'breaks': {11: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent', 'log-site']}
