"""Window partition: the grid goes through a tensor of Python ints and back."""

import torch
from torch import nn

from fxkit import build, randn


class Windows(nn.Module):
    def __init__(self, window: int):
        super().__init__()
        self.window = window

    def forward(self, x):
        b, h, w, c = x.shape
        grid = torch.tensor([h // self.window, w // self.window])
        rows, cols = grid.tolist()
        x = x.view(b, rows, self.window, cols, self.window, c)
        parts = x.transpose(2, 3).reshape(b * rows * cols, -1, c)
        return parts.mean(dim=1) - 0.5, parts.amax(dim=1)


def load():
    return torch.compile(Windows(2))


def cases():
    yield from build(load, lambda: (randn(2, 4, 6, 3),), "grad nan+grad")
    yield from build(load, lambda: (randn(1, 6, 4, 3),), "base", tag="tall-")


EXPECT = {'topic': 'vit',
 'rewrites': ['R21'],
 'breaks': {17: 2},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
