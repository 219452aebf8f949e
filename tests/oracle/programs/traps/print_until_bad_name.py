"""Names are printed up to the first part that holds NaN."""

import torch

from fxkit import randn, sweep


@torch.compile
def audit(parts):
    total = 0.0
    for name, part in parts.items():
        print("checking", name)
        if torch.isnan(part).any():
            raise FloatingPointError(name)
        total = total + part.sum()
    return total


def cases():
    yield from sweep(audit, lambda: ({"encoder": randn(3), "decoder": randn(2)},), "base nan")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'R18'],
 'breaks': {12: 1},
 'gb': ['GB0059', 'GB7000'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
