"""Perceptual distance: the activations of some layers are collected by hooks for the time of one call."""

import torch
from torch import nn

from fxkit import build, randn


class PerceptualDistance(nn.Module):
    def __init__(self, wanted=("1", "3")):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), nn.ReLU(), nn.Conv2d(2, 3, 3, padding=1), nn.ReLU())
        self.wanted = wanted

    def collect(self, image):
        found = {}
        handles = []
        for name, layer in self.features.named_children():
            if name in self.wanted:
                def keep(module, args, output, name=name):
                    found[name] = output

                handles.append(layer.register_forward_hook(keep))
        self.features(image)
        for handle in handles:
            handle.remove()
        return found

    def forward(self, a, b):
        fa, fb = self.collect(a), self.collect(b)
        total = 0.0
        for name in self.wanted:
            total = total + (fa[name] - fb[name]).pow(2).mean(dim=(1, 2, 3))
        return total


def load():
    return torch.compile(PerceptualDistance())


def cases():
    yield from build(load, lambda: (randn(2, 1, 4, 4), randn(2, 1, 4, 4, seed=1)), "base grad nan zero")

EXPECT = {'topic': 'interpretability',
 'kind': 'hooks',
 'rewrites': [],
 'breaks': {23: 3},
 'gb': ['GB0467', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
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
