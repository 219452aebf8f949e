"""finally prints when the guard fails, too."""

import torch

from fxkit import randn, sweep


@torch.compile
def timed(x):
    try:
        y = x * 2.0
        if (y < 0).all():
            raise ValueError("all negative")
        return y + 1.0
    finally:
        print("left")


def cases():
    yield from sweep(timed, lambda: (randn(3),), "base pos neg")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'O2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-exception-type', 'compiled-silent', 'log-site']}
