"""The last channel is replaced where the mask says so; it is a view of the image."""

import torch

from fxkit import bools, rand, sweep


@torch.compile
@torch.no_grad()
def opaque(image, solid):
    alpha = image.unbind(0)[-1]
    alpha[solid] = torch.ceil(alpha[solid])
    return image.mean(dim=(1, 2))


def cases():
    yield from sweep(opaque, lambda: (rand(4, 3, 3), bools(3, 3)), "base true false")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R31', 'O11'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
