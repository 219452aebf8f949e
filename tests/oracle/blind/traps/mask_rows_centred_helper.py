"""Active rows are centred among themselves."""

import torch

from fxkit import bools, randn, sweep


def centre(rows):
    """Removes the common offset of a set of samples."""
    offset = rows.mean(dim=0, keepdim=True)
    return rows - offset


@torch.compile
def align(x, active):
    out = torch.zeros_like(x)
    out[active] = centre(x[active])
    return out + 1.0


def cases():
    yield from sweep(align, lambda: (randn(6, 3), bools(6)), "base true grad")

EXPECT = {'topic': 'normalisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {17: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
