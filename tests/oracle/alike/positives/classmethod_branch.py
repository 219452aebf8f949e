"""The branch sits in a classmethod that the entry calls."""

import torch

from fxkit import randn, sweep


class Format:
    top = 2.0

    @classmethod
    def fit(cls, w):
        if w.abs().amax() > cls.top:
            w = w / cls.top
        else:
            w = w * cls.top
        return w


class Narrow(Format):
    top = 0.5


@torch.compile
def convert(w):
    return Format.fit(w) + Narrow.fit(w)


def cases():
    yield from sweep(convert, lambda: (randn(4),), "base small big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R1'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
