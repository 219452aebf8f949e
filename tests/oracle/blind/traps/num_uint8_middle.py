"""The middle of the range of a byte image."""

import torch

from fxkit import sweep


@torch.compile
def centre(image):
    high, low = image.max().item(), image.min().item()
    middle = (high + low) // 2
    return image.float() - middle


def cases():
    yield from sweep(centre, lambda: (torch.tensor([3, 40, 100], dtype=torch.uint8),), "base", tag="dark-")
    yield from sweep(centre, lambda: (torch.tensor([60, 140, 250], dtype=torch.uint8),), "base", tag="bright-")
    yield from sweep(centre, lambda: (torch.tensor([60, 140, 250]),), "base", tag="long-")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['O13', 'O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
