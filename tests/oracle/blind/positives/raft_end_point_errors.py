"""Optical flow loss over the refinements; end point errors of valid pixels are logged as numbers."""

import torch
from torch import Tensor

from fxkit import rand, randn, sweep

MAX_FLOW = 4.0


def sequence_loss(flow_preds, flow_gt: Tensor, valid: Tensor, gamma: float = 0.8, max_flow: float = MAX_FLOW):
    """Loss function defined over sequence of flow predictions."""
    n_predictions = len(flow_preds)
    flow_loss = 0.0
    mag = torch.sum(flow_gt**2, dim=1).sqrt()
    valid = (valid >= 0.5) & (mag < max_flow)
    for i in range(n_predictions):
        i_weight = gamma ** (n_predictions - i - 1)
        i_loss = (flow_preds[i] - flow_gt).abs()
        flow_loss += i_weight * (valid[:, None] * i_loss).mean()
    epe = torch.sum((flow_preds[-1] - flow_gt) ** 2, dim=1).sqrt()
    epe = epe.view(-1)[valid.view(-1)]
    metrics = {
        "epe": epe.mean().item(),
        "1px": (epe < 1).float().mean().item(),
        "3px": (epe < 3).float().mean().item(),
    }
    return flow_loss, metrics


step = torch.compile(sequence_loss)


def cases():
    make = lambda: ([randn(2, 2, 3, 4), randn(2, 2, 3, 4, seed=4)], randn(2, 2, 3, 4, seed=8), rand(2, 3, 4) + 0.2)
    yield from sweep(step, make, "base grad")
    yield from sweep(step, lambda: make()[:2] + (torch.zeros(2, 3, 4),), "base", tag="invalid-")

EXPECT = {'topic': 'optical flow',
 'kind': 'log dictionary',
 'rewrites': [],
 'breaks': {22: 1, 24: 1, 25: 1, 26: 1},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
