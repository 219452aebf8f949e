"""Surrogate of a flow solver: the error on the surface of the airfoil is weighted against the error in the volume."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import bools, build, randn


class PhysicsAttention(nn.Module):
    """Slices the mesh points softly into a few tokens and lets them interact."""

    def __init__(self, dim=4, slices=3):
        super().__init__()
        self.to_slice = nn.Linear(dim, slices)
        self.mix = nn.Linear(dim, dim)

    def forward(self, x):
        w = self.to_slice(x).softmax(dim=-1)
        tokens = w.t() @ x / (w.sum(dim=0)[:, None] + 1e-5)
        return x + w @ torch.tanh(self.mix(tokens))


class SurrogateLoss(nn.Module):
    def __init__(self, in_dim=5, dim=4, out_dim=3, reg=1.0):
        super().__init__()
        self.preprocess = nn.Linear(in_dim, dim)
        self.block = PhysicsAttention(dim)
        self.head = nn.Linear(dim, out_dim)
        self.reg = reg

    def forward(self, x, y, surf):
        out = self.head(self.block(self.preprocess(x)))
        loss_surf_var = F.mse_loss(out[surf], y[surf])
        loss_vol_var = F.mse_loss(out[~surf], y[~surf])
        return loss_vol_var + self.reg * loss_surf_var, loss_surf_var, loss_vol_var


def load():
    model = SurrogateLoss()
    model.compile()
    return model


def cases():
    yield from build(load, lambda: (randn(9, 5), randn(9, 3), bools(9)), "base grad big nan")

EXPECT = {'topic': 'physics',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {34: 2, 35: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
