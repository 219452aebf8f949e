"""Volume rendering of a NeRF with the photometric loss and PSNR of coarse and fine passes."""

import math

import torch

from fxkit import rand, randn, sweep

mse2psnr = lambda mse: -10.0 * math.log10(mse.item())


def raw2outputs(raw, z_vals):
    """raw: (rays, samples, 4)"""
    dists = z_vals[..., 1:] - z_vals[..., :-1]
    dists = torch.cat([dists, torch.full_like(dists[..., :1], 1e10)], -1)
    rgb = torch.sigmoid(raw[..., :3])
    alpha = 1.0 - torch.exp(-torch.relu(raw[..., 3]) * dists)
    trans = torch.cumprod(torch.cat([torch.ones_like(alpha[..., :1]), 1.0 - alpha + 1e-10], -1), -1)
    weights = alpha * trans[..., :-1]
    return torch.sum(weights[..., None] * rgb, -2)


@torch.compile
def render_loss(raw_coarse, raw_fine, z_vals, target):
    stats = {}
    loss = 0.0
    for name, raw in (("coarse", raw_coarse), ("fine", raw_fine)):
        rgb = raw2outputs(raw, z_vals)
        img_loss = torch.mean((rgb - target) ** 2)
        stats["psnr_" + name] = mse2psnr(img_loss)
        loss = loss + img_loss
    return loss, stats


def args(seed):
    z = torch.linspace(2.0, 6.0, 4).expand(3, 4)
    return randn(3, 4, 4, seed=seed), randn(3, 4, 4, seed=seed + 1), z, rand(3, 3, seed=seed)


def cases():
    yield from sweep(render_loss, lambda: args(0), "base grad nan")
    yield from sweep(render_loss, lambda: args(6), "base", tag="other-")

EXPECT = {'topic': 'nerf',
 'rewrites': [],
 'breaks': {9: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor']}
