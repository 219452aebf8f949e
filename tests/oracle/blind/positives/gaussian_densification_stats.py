"""Running statistics that drive the densification of Gaussians."""

import torch
import torch.nn as nn

from fxkit import build, bools, rand, randn


class GaussianModel(nn.Module):
    def __init__(self, n=6, percent_dense=0.01):
        super().__init__()
        self.percent_dense = percent_dense
        self.register_buffer("max_radii2D", torch.zeros(n))
        self.register_buffer("xyz_gradient_accum", torch.zeros(n, 1))
        self.register_buffer("denom", torch.zeros(n, 1))

    def add_densification_stats(self, viewspace_grad, update_filter):
        self.xyz_gradient_accum[update_filter] += torch.norm(viewspace_grad[update_filter, :2], dim=-1, keepdim=True)
        self.denom[update_filter] += 1

    @torch.no_grad()
    def forward(self, viewspace_grad, radii, visibility_filter, grad_threshold=0.5):
        self.max_radii2D[visibility_filter] = torch.max(
            self.max_radii2D[visibility_filter], radii[visibility_filter]
        )
        self.add_densification_stats(viewspace_grad, visibility_filter)
        grads = self.xyz_gradient_accum / self.denom.clamp(min=1.0)
        return torch.norm(grads, dim=-1) >= grad_threshold


def load():
    return torch.compile(GaussianModel())


def cases():
    yield from build(load, lambda: (randn(6, 3), rand(6) * 20, bools(6)), "base nan inf true false")


EXPECT = {'topic': '3d',
 'rewrites': ['R32'],
 'breaks': {-1: 6, 18: 3, 19: 3, 24: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
