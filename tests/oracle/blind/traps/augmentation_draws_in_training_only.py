"""Intensity augmentation draws from numpy only in training, and the shift only if the gain was drawn."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


@dataclass
class AugmentConfig:
    probability: float = 0.5
    max_shift: float = 0.3


class RandomIntensity(nn.Module):
    def __init__(self, config=AugmentConfig()):
        super().__init__()
        self.config = config

    def forward(self, image):
        if not self.training:
            return image * 1.0
        if np.random.random() < self.config.probability:
            shift = np.random.uniform(-self.config.max_shift, self.config.max_shift)
            image = image + float(shift)
        return image * 1.0


class Segmenter(nn.Module):
    def __init__(self, channels=2):
        super().__init__()
        self.augment = RandomIntensity()
        self.conv = nn.Conv2d(channels, 3, 1)

    def forward(self, image):
        return self.conv(self.augment(image))


def load():
    return torch.compile(Segmenter())


def load_eval():
    return torch.compile(Segmenter().eval())


def cases():
    yield from build(load, lambda: (randn(1, 2, 3, 3),), "base grad")
    yield from build(load_eval, lambda: (randn(1, 2, 3, 3),), "base", tag="eval-")

EXPECT = {'topic': 'medical',
 'kind': 'host',
 'verdict': 'any correct rewrite',
 'obligations': ['O14', 'random state'],
 'breaks': {26: 2, 27: 1},
 'gb': ['GB0033'],
 'naive_differs_in': ['rng'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
