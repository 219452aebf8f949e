"""Batched augmentation: rows that were drawn are transformed, with short cuts for all and none of them."""

import torch
from torch import nn

from fxkit import build, rand


class ColorAugmentation(nn.Module):
    def apply_transform(self, image, params):
        raise NotImplementedError

    def transform_inputs(self, image, params):
        to_apply = params["batch_prob"] > 0.5
        if to_apply.all():
            output = self.apply_transform(image, params)
        elif not to_apply.any():
            output = image.clone()
        else:
            selected = {k: v[to_apply] for k, v in params.items() if k != "batch_prob"}
            applied = self.apply_transform(image[to_apply], selected)
            output = image.index_put((to_apply,), applied)
        return output


class RandomGamma(ColorAugmentation):
    def apply_transform(self, image, params):
        gamma = params["gamma"].view(-1, 1, 1, 1)
        gain = params["gain"].view(-1, 1, 1, 1)
        return (gain * image.clamp(min=1e-4) ** gamma).clamp(0.0, 1.0)


class AugmentedStem(nn.Module):
    def __init__(self, channels=3):
        super().__init__()
        self.augment = RandomGamma()
        self.stem = nn.Conv2d(channels, 4, 3)

    def forward(self, image, params):
        return torch.relu(self.stem(self.augment.transform_inputs(image, params)))


def load():
    return torch.compile(AugmentedStem())


def params(low=0.0, high=1.0):
    return {"batch_prob": low + (high - low) * rand(4), "gamma": 0.5 + rand(4, seed=2), "gain": 0.8 + 0.4 * rand(4, seed=3)}


def cases():
    yield from build(load, lambda: (rand(4, 3, 4, 4), params()), "base grad nan")
    yield from build(load, lambda: (rand(4, 3, 4, 4), params(0.6)), "base", tag="all-")
    yield from build(load, lambda: (rand(4, 3, 4, 4), params(0.0, 0.4)), "base", tag="none-")

EXPECT = {'topic': 'augmentation',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {15: 2, 17: 1, 20: 3},
 'gb': ['GB0036', 'GB0092', 'GB0170', 'GB4347'],
 'skips': 2,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
