"""Masked autoencoder pretraining stops with a message when its loss is not finite."""

import math
import sys

import torch
import torch.nn as nn

from fxkit import build, rand, randn


class MaskedAutoencoder(nn.Module):
    def __init__(self, patch=6, dim=8, norm_pix_loss=True):
        super().__init__()
        self.embed = nn.Linear(patch, dim)
        self.mask_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.decoder = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim), nn.GELU(), nn.Linear(dim, patch))
        self.norm_pix_loss = norm_pix_loss

    def forward(self, patches, mask):
        x = self.embed(patches)
        x = torch.where(mask.unsqueeze(-1) > 0, self.mask_token, x)
        x = x + x.mean(dim=1, keepdim=True)
        pred = self.decoder(x)
        target = patches
        if self.norm_pix_loss:
            mean = target.mean(dim=-1, keepdim=True)
            var = target.var(dim=-1, keepdim=True)
            target = (target - mean) / (var + 1.0e-6) ** 0.5
        loss = ((pred - target) ** 2).mean(dim=-1)
        return (loss * mask).sum() / mask.sum()


class Engine(nn.Module):
    def __init__(self, accum_iter=4):
        super().__init__()
        self.model = MaskedAutoencoder()
        self.accum_iter = accum_iter

    def forward(self, samples, noise):
        mask = (noise > 0.25).float()
        loss = self.model(samples, mask)
        loss_value = loss.item()

        if not math.isfinite(loss_value):
            print("Loss is {}, stopping training".format(loss_value))
            sys.exit(1)

        return loss / self.accum_iter


def load():
    return torch.compile(Engine())


def cases():
    yield from build(load, lambda: (randn(2, 4, 6), rand(2, 4)), "base grad big nan inf")
    yield from build(load, lambda: (randn(2, 4, 6), torch.zeros(2, 4)), "base", tag="unmasked-")

EXPECT = {'topic': 'training',
 'kind': 'check',
 'rewrites': [],
 'breaks': {43: 2, 45: 1, 46: 1, 47: 1},
 'gb': ['GB0007', 'GB0059', 'GB0124', 'GB0208'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
