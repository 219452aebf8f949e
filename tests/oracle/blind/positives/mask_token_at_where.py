"""Masked image modelling: the embedding of masked patches is replaced by a learned token."""

import torch
from torch import nn

from fxkit import bools, build, randn


class PatchEmbed(nn.Module):
    def __init__(self, patch=2, chans=3, dim=4):
        super().__init__()
        self.proj = nn.Conv2d(chans, dim, patch, stride=patch)

    def forward(self, x):
        return self.proj(x).flatten(2).transpose(1, 2)


class BEiTStem(nn.Module):
    def __init__(self, dim=4, num_patches=4):
        super().__init__()
        self.patch_embed = PatchEmbed(dim=dim)
        self.mask_token = nn.Parameter(torch.randn(dim) * 0.02)
        self.pos_embed = nn.Parameter(torch.randn(1, num_patches, dim) * 0.02)
        self.norm = nn.LayerNorm(dim)

    def forward(self, image, bool_masked_pos):
        x = self.patch_embed(image)
        batch_idx, patch_idx = torch.where(bool_masked_pos)
        x = x.clone()
        x[batch_idx, patch_idx] = self.mask_token
        return self.norm(x + self.pos_embed)


def load():
    return torch.compile(BEiTStem())


def cases():
    yield from build(load, lambda: (randn(3, 3, 4, 4), bools(3, 4)), "base grad true false nan")

EXPECT = {'topic': 'self-supervised',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {28: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
