"""The transform is looked up by name; one of them looks at all rows."""

import torch
from torch import nn

from fxkit import bools, build, randn

TRANSFORMS = {
    "tanh": torch.tanh,
    "rank": lambda rows: rows.argsort(0).argsort(0).to(rows.dtype),
}


class Transform(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def forward(self, x, mine):
        f = TRANSFORMS[self.kind]
        y = x.clone()
        y[mine] = f(x[mine])
        return y


def cases():
    yield from build(lambda: torch.compile(Transform("tanh")), lambda: (randn(5, 2), bools(5)), "base true", tag="tanh-")
    yield from build(lambda: torch.compile(Transform("rank")), lambda: (randn(5, 2), bools(5)), "base true", tag="rank-")

EXPECT = {'topic': 'normalisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {22: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
