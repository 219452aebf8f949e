"""Masked losses for traffic forecasting."""

import numpy as np
import torch

from fxkit import randn


def masked_mae(preds, labels, null_val=np.nan):
    if np.isnan(null_val):
        mask = ~torch.isnan(labels)
    else:
        mask = labels != null_val
    mask = mask.float()
    mask /= torch.mean(mask)
    mask = torch.where(torch.isnan(mask), torch.zeros_like(mask), mask)
    loss = torch.abs(preds - labels)
    loss = loss * mask
    loss = torch.where(torch.isnan(loss), torch.zeros_like(loss), loss)
    return torch.mean(loss)


@torch.compile
def horizon_metrics(preds, real, horizons=(0, 2), null_val=0.0):
    out = []
    for h in horizons:
        mae = masked_mae(preds[:, h], real[:, h], null_val)
        if torch.isnan(mae):
            mae = torch.zeros_like(mae)
        out.append(mae)
    return torch.stack(out)


def cases():
    def case(zeros, grad, nanlabel=False, **kw):
        def make():
            real = randn(4, 3, 5, seed=3)
            real[:, :, :zeros] = 0.0
            if nanlabel:
                real[0, 0, 0] = float("nan")
            return horizon_metrics, (randn(4, 3, 5).requires_grad_(grad), real), kw

        return make

    yield "base", case(2, False)
    yield "grad", case(2, True)
    yield "allnull", case(5, False)
    yield "missing", case(0, True, True, null_val=float("nan"))


EXPECT = {'topic': 'timeseries',
 'rewrites': ['R2'],
 'breaks': {-1: 1, 10: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
