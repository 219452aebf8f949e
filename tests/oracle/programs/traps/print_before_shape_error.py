"""The print stands before a check of shapes that may raise."""

import torch

from fxkit import randn, sweep


@torch.compile
def contrastive(image, text):
    image = image * 2.0
    print("batch", tuple(image.shape))
    if image.shape[0] != text.shape[0]:
        raise ValueError("unpaired batch")
    return (image @ text.t()).mean()


def cases():
    yield from sweep(contrastive, lambda: (randn(3, 2), randn(3, 2, seed=1)), "base")
    yield from sweep(contrastive, lambda: (randn(3, 2), randn(2, 2, seed=1)), "base", tag="unpaired-")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0059', 'GB0088'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
