"""A uint8 peak plus 200 wraps as a tensor, not as a Python number."""

import torch

from fxkit import sweep


@torch.compile
def brighten(img):
    top = img.amax().item() + 200
    return img.float() / top


def cases():
    yield from sweep(brighten, lambda: (torch.tensor([3, 90, 120], dtype=torch.uint8),), "base")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
