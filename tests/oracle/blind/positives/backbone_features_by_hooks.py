"""A perceptual loss takes intermediate features through hooks that each call registers and removes."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, rand


def backbone():
    return nn.Sequential(
        nn.Conv2d(2, 4, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(4, 6, 3, padding=1),
        nn.ReLU(),
    )


class FeatureExtractor(nn.Module):
    def __init__(self, model, layers):
        super().__init__()
        self.model = model
        self.layers = layers

    def forward(self, x):
        features = {}
        handles = []
        for name in self.layers:

            def save(module, inputs, output, name=name):
                features[name] = output

            handles.append(self.model.get_submodule(name).register_forward_hook(save))
        self.model(x)
        for handle in handles:
            handle.remove()
        return features


class PerceptualLoss(nn.Module):
    def __init__(self, layers=("1", "4"), weights=(1.0, 0.5)):
        super().__init__()
        self.extractor = FeatureExtractor(backbone().requires_grad_(False).eval(), layers)
        self.weights = dict(zip(layers, weights))

    def forward(self, input, target):
        a, b = self.extractor(input), self.extractor(target)
        return sum(w * F.l1_loss(a[k], b[k].detach()) for k, w in self.weights.items())


def load():
    return torch.compile(PerceptualLoss())


def cases():
    yield from build(load, lambda: (rand(1, 2, 8, 8), rand(1, 2, 8, 8, seed=1)), "base grad zero nan")

EXPECT = {'topic': 'vision',
 'kind': 'hooks',
 'rewrites': [],
 'breaks': {34: 3},
 'gb': ['GB0467', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
