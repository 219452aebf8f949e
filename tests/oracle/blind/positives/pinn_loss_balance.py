"""Burgers residual of a PINN with the ratio weighting of the boundary loss."""

import torch
import torch.nn as nn

from fxkit import build, randn


class LossBalancer:
    """Weight of the boundary term: ratio of the loss sizes, smoothed over the steps."""

    def __init__(self, alpha=0.9):
        self.alpha = alpha
        self.weight = 1.0

    def update(self, loss_res, loss_bc):
        lam = loss_res.item() / max(loss_bc.item(), 1e-8)
        self.weight = self.alpha * self.weight + (1 - self.alpha) * lam
        return self.weight


class BurgersPINN(nn.Module):
    def __init__(self, nu=0.01):
        super().__init__()
        self.nu = nu
        self.balancer = LossBalancer()

    def residual(self, u, u_t, u_x, u_xx):
        return u_t + u * u_x - self.nu * u_xx

    def forward(self, fields, u_b, target_b):
        f = self.residual(*fields)
        loss_res = f.pow(2).mean()
        loss_bc = (u_b - target_b).pow(2).mean()
        w = self.balancer.update(loss_res, loss_bc)
        return loss_res + w * loss_bc, {"w_bc": w}


def make_pinn():
    return torch.compile(BurgersPINN())


def args(seed=0, same=False):
    b = randn(4, seed=seed + 7)
    return [randn(5, seed=seed + i) for i in range(4)], b, b.clone() if same else randn(4, seed=seed + 8)


def cases():
    yield from build(make_pinn, args, "base grad")
    yield from build(make_pinn, lambda: args(12), "base", tag="other-")
    yield from build(make_pinn, lambda: args(3, True), "base", tag="exact-")

EXPECT = {'topic': 'pinns',
 'rewrites': [],
 'breaks': {17: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'number-tensor']}
