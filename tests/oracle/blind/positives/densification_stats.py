"""Accumulated view-space gradients of a Gaussian model and the densification masks."""

import torch

from fxkit import bools, rand, randn


class GaussianModel:
    def __init__(self, n):
        self.xyz_gradient_accum = torch.zeros(n, 1)
        self.denom = torch.zeros(n, 1)
        self.max_radii2D = torch.zeros(n)
        self.percent_dense = 0.01

    def add_densification_stats(self, viewspace_grad, radii, update_filter):
        norm = torch.norm(viewspace_grad[:, :2], dim=-1, keepdim=True)
        self.xyz_gradient_accum[update_filter] += norm[update_filter]
        self.denom[update_filter] += 1
        self.max_radii2D[update_filter] = torch.max(self.max_radii2D[update_filter], radii[update_filter])

    @torch.compile
    def densify_masks(self, viewspace_grad, radii, update_filter, scaling, max_grad=0.5, extent=5.0):
        self.add_densification_stats(viewspace_grad, radii, update_filter)
        grads = self.xyz_gradient_accum / self.denom
        grads[grads.isnan()] = 0.0
        selected = torch.where(torch.norm(grads, dim=-1) >= max_grad, True, False)
        small = scaling.max(dim=1).values <= self.percent_dense * extent
        clone, split = selected & small, selected & ~small
        return clone, split, self.max_radii2D.clone(), {"clone": clone.sum().item(), "split": split.sum().item()}


def cases():
    def case(seed, p):
        def make():
            model = GaussianModel(6)
            return model.densify_masks, (randn(6, 3, seed=seed), rand(6, seed=seed) * 9, bools(6, seed=seed, p=p), rand(6, 3, seed=seed) * 0.1), {}
        return make

    yield "base", case(0, 0.5)
    yield "few", case(3, 0.2)
    yield "none", case(1, -1.0)
    yield "all", case(2, 2.0)

EXPECT = {'topic': 'gaussian splatting',
 'rewrites': [],
 'breaks': {17: 1, 18: 1, 19: 1, 29: 1},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor', 'fresh-result']}
