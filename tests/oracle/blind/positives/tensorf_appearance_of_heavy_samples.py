"""Tensorial radiance field: density is asked inside the box only, colour only of samples that carry weight."""

import torch
from torch import nn

from fxkit import build, rand, randn


def raw2alpha(sigma, dist):
    alpha = 1.0 - torch.exp(-sigma * dist)
    T = torch.cumprod(torch.cat([torch.ones(alpha.shape[0], 1), 1.0 - alpha + 1e-10], -1), -1)
    return alpha, alpha * T[:, :-1]


class TensorVM(nn.Module):
    def __init__(self, comps=3, app_dim=4, thres=1e-2):
        super().__init__()
        self.density = nn.Linear(3, comps)
        self.basis_mat = nn.Linear(3, app_dim, bias=False)
        self.render = nn.Sequential(nn.Linear(app_dim + 3, 6), nn.ReLU(), nn.Linear(6, 3), nn.Sigmoid())
        self.thres = thres

    def compute_densityfeature(self, xyz):
        return self.density(xyz).sum(-1)

    def forward(self, xyz_sampled, z_vals, viewdirs, white_bg=True):
        ray_valid = (xyz_sampled.abs() <= 1.0).all(dim=-1)
        dists = torch.cat((z_vals[:, 1:] - z_vals[:, :-1], torch.zeros_like(z_vals[:, :1])), dim=-1)
        sigma = torch.zeros(xyz_sampled.shape[:-1])
        rgb = torch.zeros((*xyz_sampled.shape[:2], 3))
        viewdirs = viewdirs.view(-1, 1, 3).expand(xyz_sampled.shape)

        if ray_valid.any():
            sigma_feature = self.compute_densityfeature(xyz_sampled[ray_valid])
            sigma[ray_valid] = nn.functional.softplus(sigma_feature)

        alpha, weight = raw2alpha(sigma, dists * 25)
        app_mask = weight > self.thres
        if app_mask.any():
            app_features = self.basis_mat(xyz_sampled[app_mask])
            rgb[app_mask] = self.render(torch.cat([app_features, viewdirs[app_mask]], dim=-1))

        acc_map = weight.sum(-1)
        rgb_map = (weight[..., None] * rgb).sum(-2)
        if white_bg:
            rgb_map = rgb_map + (1.0 - acc_map[..., None])
        return rgb_map.clamp(0, 1), (weight * z_vals).sum(-1)


def load():
    return torch.compile(TensorVM())


def cases():
    def rays(scale):
        return scale * randn(3, 6, 3), rand(3, 6).sort(dim=-1).values, nn.functional.normalize(randn(3, 3), dim=-1)

    yield from build(load, lambda: rays(0.7), "base grad")
    yield from build(load, lambda: rays(0.2) + (False,), "base", tag="inside-")
    yield from build(load, lambda: rays(50.0), "base", tag="outside-")

EXPECT = {'topic': 'nerf',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {33: 2, 34: 2, 39: 4, 40: 2, 41: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
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
