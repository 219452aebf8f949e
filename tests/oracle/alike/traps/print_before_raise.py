"""The print comes before a failing guard."""

import torch

from fxkit import randn, sweep


@torch.compile
def checked(x):
    y = x * 3.0
    print("enter", tuple(x.shape))
    if (y < 0.0).any():
        raise OverflowError("negative")
    return y


def cases():
    yield from sweep(checked, lambda: (randn(3),), "base pos neg")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'R18'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0059', 'GB0170'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-exception-type', 'compiled-silent', 'log-site']}
