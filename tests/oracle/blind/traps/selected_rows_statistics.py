"""Tabular imputation: a column loss over the observed entries, and the spread of the residuals."""

import torch
from torch import Tensor, nn

from fxkit import bools, build, randn


class Imputer(nn.Module):
    """Denoising autoencoder. Missing entries hold NaN, as they come out of the data frame."""

    def __init__(self, columns: int = 4, hidden: int = 6):
        super().__init__()
        self.encode = nn.Linear(2 * columns, hidden)
        self.decode = nn.Linear(hidden, columns)

    def reconstruct(self, x: Tensor, observed: Tensor) -> Tensor:
        filled = torch.where(observed, x, torch.zeros_like(x))
        h = torch.tanh(self.encode(torch.cat([filled, observed.to(x.dtype)], dim=-1)))
        return self.decode(h)

    def forward(self, x: Tensor, row_weight: Tensor | None = None) -> dict[str, Tensor]:
        """x: [N, columns] with NaN where nothing was measured"""
        observed = ~torch.isnan(x)
        recon = self.reconstruct(x, observed)

        residual = (recon - x)[observed]
        loss = residual.pow(2).mean()
        flat = residual.detach()
        spread = (flat - flat.mean()).pow(2).mean().sqrt()
        mae = flat.abs().mean()
        if row_weight is not None:
            loss = loss * row_weight.mean()
        return {"loss": loss, "spread": spread, "mae": mae}


def make():
    return torch.compile(Imputer())


def _table(n, p):
    x = randn(n, 4)
    return (torch.where(bools(n, 4, seed=3, p=p), x, torch.full_like(x, float("nan"))),)


def cases():
    yield from build(make, lambda: _table(5, 0.7), "base")
    yield from build(make, lambda: _table(3, 2.0), "base grad", tag="complete-")
    yield from build(make, lambda: _table(3, -1.0), "base", tag="nothing-")
    yield from build(make, lambda: (*_table(6, 0.4), torch.ones(6)), "base", tag="weighted-")
    yield from build(make, lambda: (torch.tensor([[float("nan"), float("nan"), 1.5, float("nan")]]),), "base", tag="single-")

EXPECT = {'topic': 'tabular imputation',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {27: 4},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions', 'values'],
 'unsafe': ['close', 'grad-close', 'fresh-result']}
