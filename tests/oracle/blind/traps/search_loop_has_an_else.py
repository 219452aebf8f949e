"""Pyramid level of an image: the first level whose response is strong enough, or a default when none is."""

import torch
from torch import nn

from fxkit import build, rand


class LevelSelector(nn.Module):
    def __init__(self, threshold=0.2, default_gain=2.0):
        super().__init__()
        self.threshold = threshold
        self.default_gain = default_gain

    def forward(self, responses):
        for level, response in enumerate(responses):
            strength = response.mean()
            if strength > self.threshold:
                selected = response / strength
                break
        else:
            selected = responses[-1] * self.default_gain
        return selected


class PyramidKeypoints(nn.Module):
    def __init__(self, levels=3, threshold=0.2):
        super().__init__()
        self.filters = nn.ModuleList(nn.Conv2d(1, 1, 3, padding=1) for _ in range(levels))
        self.select = LevelSelector(threshold)

    def forward(self, image):
        responses = [f(image).abs().squeeze(1) for f in self.filters]
        heat = self.select(responses)
        return heat, heat.flatten(1).argmax(dim=-1)


def load(threshold=0.2):
    return torch.compile(PyramidKeypoints(threshold=threshold))


def cases():
    yield from build(lambda: load(0.01), lambda: (rand(2, 1, 5, 5),), "base", tag="first-")
    yield from build(lambda: load(0.7), lambda: (rand(2, 1, 5, 5) * 2,), "base grad", tag="middle-")
    yield from build(lambda: load(9.0), lambda: (rand(2, 1, 5, 5),), "base grad", tag="none-")

EXPECT = {'topic': 'vision',
 'kind': 'loops',
 'verdict': 'any correct rewrite',
 'obligations': ['for-else'],
 'breaks': {18: 3},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
