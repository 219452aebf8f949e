"""Vision transformer stem whose position embedding is interpolated for other resolutions, with a note on stdout."""

import math
import warnings

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class PatchStem(nn.Module):
    def __init__(self, patch=4, grid=2, dim=6):
        super().__init__()
        self.grid = grid
        self.proj = nn.Conv2d(3, dim, patch, patch)
        self.cls_token = nn.Parameter(torch.randn(1, 1, dim))
        self.pos_embed = nn.Parameter(torch.randn(1, 1 + grid * grid, dim))

    def interpolate_pos_encoding(self, h, w):
        if (h, w) == (self.grid, self.grid):
            return self.pos_embed
        print("Resized position embedding: %s to %s" % ((self.grid, self.grid), (h, w)))
        cls_pos, patch_pos = self.pos_embed[:, :1], self.pos_embed[:, 1:]
        side = int(math.sqrt(patch_pos.shape[1]))
        patch_pos = patch_pos.reshape(1, side, side, -1).permute(0, 3, 1, 2)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            patch_pos = F.interpolate(patch_pos, size=(h, w), mode="bicubic", align_corners=False)
        return torch.cat([cls_pos, patch_pos.flatten(2).transpose(1, 2)], 1)

    def forward(self, img):
        x = self.proj(img)
        h, w = x.shape[-2:]
        x = x.flatten(2).transpose(1, 2)
        x = torch.cat([self.cls_token.expand(x.shape[0], -1, -1), x], 1)
        return x + self.interpolate_pos_encoding(h, w)


def load():
    return torch.compile(PatchStem())


def cases():
    yield from build(load, lambda: (randn(2, 3, 8, 8),), "base grad")
    yield from build(load, lambda: (randn(1, 3, 12, 16),), "base grad", tag="wide-")


EXPECT = {'topic': 'vision',
 'rewrites': [],
 'breaks': {24: 2, 29: 2},
 'gb': ['GB0007', 'GB0059', 'GB0092'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent']}
