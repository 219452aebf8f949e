"""Images are rescaled in place when they still hold 0..255 values."""

import torch

from fxkit import rand, sweep


class Normalize:
    def __init__(self, mean=0.5, std=0.25):
        self.mean = mean
        self.std = std

    def to_unit_range(self, images):
        if images.max() > 1.0:
            images.div_(255.0)
        return images

    def __call__(self, images):
        images = self.to_unit_range(images)
        return (images - self.mean) / self.std


normalize = Normalize()


@torch.compile
def preprocess(batch):
    images = normalize(batch["image"])
    return images.flatten(1).mean(dim=1), batch["image"].amax()


def cases():
    yield from sweep(preprocess, lambda: ({"image": rand(2, 3, 4, 4) * 255},), "base", tag="bytes-")
    yield from sweep(preprocess, lambda: ({"image": rand(2, 3, 4, 4)},), "base", tag="unit-")


EXPECT = {'topic': 'augmentation',
 'kind': 'caller_sees_inplace',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'naive_differs_in': ['values'],
 'unsafe': []}
