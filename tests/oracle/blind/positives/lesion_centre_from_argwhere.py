"""A second stage looks at a lesion around the centre of the coordinates of its mask."""

import torch
from torch import nn

from fxkit import build, rand, randn


def center_of_mask(mask):
    coords = torch.argwhere(mask).float()
    return coords.mean(dim=0)


class LesionRefiner(nn.Module):
    def __init__(self, channels=3, sigma=2.0):
        super().__init__()
        self.coarse = nn.Conv2d(1, 1, 3, padding=1)
        self.fine = nn.Conv2d(2, channels, 3, padding=1)
        self.sigma = sigma

    def window(self, center, shape):
        ys = torch.arange(shape[0]).float() - center[0]
        xs = torch.arange(shape[1]).float() - center[1]
        return torch.exp(-(ys[:, None] ** 2 + xs[None, :] ** 2) / (2 * self.sigma**2))

    def forward(self, image, organ):
        coarse = self.coarse(image)
        windows = []
        for b in range(image.shape[0]):
            lesion = (coarse[b, 0] > 0) & organ[b]
            windows.append(self.window(center_of_mask(lesion), lesion.shape))
        windows = torch.stack(windows).unsqueeze(1)
        return self.fine(torch.cat([image, coarse.sigmoid() * windows], dim=1))


def load():
    return torch.compile(LesionRefiner())


def cases():
    organ = rand(2, 5, 6) > 0.2
    yield from build(load, lambda: (randn(2, 1, 5, 6), organ.clone()), "base grad false")
    yield from build(load, lambda: (randn(2, 1, 5, 6), torch.tril(torch.ones(2, 5, 6)).bool()), "base", tag="tril-")

EXPECT = {'topic': 'medical',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {10: 2},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
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
