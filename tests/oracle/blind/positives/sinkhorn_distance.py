"""Entropy-regularized optimal transport between point clouds, with an early stop on convergence."""

import torch
from torch import Tensor, nn

from fxkit import build, randn


class SinkhornDistance(nn.Module):
    r"""Given two empirical measures each with :math:`P_1` and :math:`P_2` points, outputs an approximation of the
    regularized OT cost.

    Args:
        eps: regularization coefficient
        max_iter: maximum number of Sinkhorn iterations
        thresh: change of the potentials under which the iteration stops
    """

    def __init__(self, eps: float = 0.1, max_iter: int = 6, thresh: float = 1e-1, reduction: str = "mean"):
        super().__init__()
        self.eps, self.max_iter, self.thresh = eps, max_iter, thresh
        self.reduction = reduction

    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        C = self._cost_matrix(x, y)
        x_points, y_points = x.shape[-2], y.shape[-2]
        batch_size = x.shape[0] if x.dim() > 2 else 1

        mu = torch.full((batch_size, x_points), 1.0 / x_points).squeeze(0)
        nu = torch.full((batch_size, y_points), 1.0 / y_points).squeeze(0)

        u = torch.zeros_like(mu)
        v = torch.zeros_like(nu)
        for _ in range(self.max_iter):
            u1 = u  # useful to check the update
            u = self.eps * (torch.log(mu + 1e-8) - torch.logsumexp(self.M(C, u, v), dim=-1)) + u
            v = self.eps * (torch.log(nu + 1e-8) - torch.logsumexp(self.M(C, u, v).transpose(-2, -1), dim=-1)) + v
            err = (u - u1).abs().sum(-1).mean()
            if err.item() < self.thresh:
                break

        # Transport plan pi = diag(a)*K*diag(b)
        pi = torch.exp(self.M(C, u, v))
        cost = torch.sum(pi * C, dim=(-2, -1))
        if self.reduction == "mean":
            cost = cost.mean()
        elif self.reduction == "sum":
            cost = cost.sum()
        return cost, pi

    def M(self, C: Tensor, u: Tensor, v: Tensor) -> Tensor:
        """Modified cost for logarithmic updates: $M_{ij} = (-c_{ij} + u_i + v_j) / epsilon$"""
        return (-C + u.unsqueeze(-1) + v.unsqueeze(-2)) / self.eps

    @staticmethod
    def _cost_matrix(x: Tensor, y: Tensor, p: int = 2) -> Tensor:
        return torch.sum(torch.abs(x.unsqueeze(-2) - y.unsqueeze(-3)) ** p, -1)


def make(**kw):
    return torch.compile(SinkhornDistance(**kw))


def cases():
    yield from build(make, lambda: (randn(2, 4, 3), randn(2, 5, 3)), "base grad nan zero")
    yield from build(make, lambda: (randn(3, 2) * 0.1, randn(3, 2, seed=1) * 0.1), "base grad", tag="close-")
    yield from build(lambda: make(thresh=1.0, reduction="sum"), lambda: (randn(2, 3, 2), randn(2, 3, 2, seed=4)), "base", tag="loose-")
    yield from build(lambda: make(thresh=0.0, max_iter=3, reduction="none"), lambda: (randn(1, 4, 2), randn(1, 4, 2, seed=2)), "base", tag="never-")

EXPECT = {'topic': 'optimal transport',
 'rewrites': [],
 'breaks': {39: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 14,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-close', 'close']}
