"""Every bad item warns."""

import warnings

import torch

from fxkit import randn, sweep


@torch.compile
def check_all(grads):
    out = []
    for g in grads:
        if torch.isnan(g).any():
            warnings.warn("NaN gradient")
        out.append(g * 0.5)
    return out


def cases():
    yield from sweep(check_all, lambda: ([randn(2), randn(3)],), "base nan")
    yield from sweep(check_all, lambda: ([torch.full((2,), float("nan")), torch.full((3,), float("nan"))],), "base", tag="two-")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'R17'],
 'breaks': {14: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent', 'log-site']}
