"""An image generator conditions on the resolution bucket nearest to the aspect ratio that a planner predicts."""

import torch
from torch import nn

from fxkit import build, randn

ASPECT_RATIOS = [0.5, 0.67, 0.75, 1.0, 1.33, 1.5, 2.0]
BUCKET_SCALES = [1.41, 1.22, 1.15, 1.0, 0.87, 0.82, 0.71]


def nearest_bucket(ratio):
    gaps = (torch.tensor(ASPECT_RATIOS) - ratio).abs()
    return gaps.argmin()


class ResolutionPlanner(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.fc = nn.Linear(dim, 1)

    def forward(self, prompt):
        return self.fc(prompt.mean(dim=0)).squeeze().exp()


class BucketedGenerator(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.planner = ResolutionPlanner(dim)
        self.latents = nn.Linear(dim, 6)

    def forward(self, prompt):
        bucket = nearest_bucket(self.planner(prompt))
        ratio = ASPECT_RATIOS[bucket]
        scale = BUCKET_SCALES[bucket]
        z = self.latents(prompt)
        height, width = z.chunk(2, dim=-1)
        return torch.cat([height * scale, width * scale * ratio], dim=-1)


def load():
    return torch.compile(BucketedGenerator())


def cases():
    yield from build(load, lambda: (randn(3, 5),), "base grad zero")
    yield from build(load, lambda: (randn(3, 5) * 4,), "base", tag="wide-")
    yield from build(load, lambda: (randn(3, 5) * -4,), "base nan", tag="tall-")

EXPECT = {'topic': 'diffusion',
 'kind': 'index',
 'rewrites': [],
 'breaks': {34: 2, 35: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
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
