"""Volume rendering of ray samples, with the numerical check of nerf-pytorch."""

import torch
import torch.nn.functional as F

from fxkit import rand, randn, sweep

DEBUG = False


def raw2alpha(raw, dists):
    return 1.0 - torch.exp(-F.relu(raw) * dists)


@torch.compile
def render_rays(raw, z_vals, rays_d, white_bkgd=True):
    dists = z_vals[..., 1:] - z_vals[..., :-1]
    dists = torch.cat([dists, torch.full_like(dists[..., :1], 1e10)], -1)
    dists = dists * torch.norm(rays_d[..., None, :], dim=-1)
    rgb = torch.sigmoid(raw[..., :3])
    alpha = raw2alpha(raw[..., 3], dists)
    trans = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1.0 - alpha + 1e-10], -1), -1)[:, :-1]
    weights = alpha * trans
    rgb_map = torch.sum(weights[..., None] * rgb, -2)
    acc_map = torch.sum(weights, -1)
    if white_bkgd:
        rgb_map = rgb_map + (1.0 - acc_map[..., None])

    ret = {"rgb_map": rgb_map, "acc_map": acc_map, "raw": raw}
    for k in ret:
        if (torch.isnan(ret[k]).any() or torch.isinf(ret[k]).any()) and DEBUG:
            print(f"! [Numerical Error] {k} contains nan or inf.")
    return ret


def rays():
    return randn(4, 6, 4), rand(4, 6).sort(-1)[0] + 2.0, randn(4, 3)


def cases():
    yield from sweep(render_rays, rays, "base grad nan inf neg zero")
    yield from sweep(render_rays, rays, "base", kwargs={"white_bkgd": False}, tag="black-")


EXPECT = {'topic': 'nerf',
 'rewrites': [],
 'breaks': {31: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': []}
