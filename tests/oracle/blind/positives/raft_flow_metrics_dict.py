"""Sequence loss of RAFT over the iterative flow predictions, with end-point-error metrics."""

import torch

from fxkit import bools, randn, sweep

MAX_FLOW = 400


@torch.compile
def sequence_loss(flow_preds, flow_gt, valid, gamma=0.8, max_flow=MAX_FLOW):
    """Loss function defined over sequence of flow predictions"""
    n_predictions = len(flow_preds)
    flow_loss = 0.0

    # exclude invalid pixels and extremely large displacements
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


def batch(p=0.7, far=False):
    gt = randn(2, 2, 4, 4, seed=9) * 2
    if far:
        gt[0, 0, 0] = 1000.0
    return [randn(2, 2, 4, 4, seed=s) for s in range(3)], gt, bools(2, 4, 4, p=p).float()


def cases():
    yield from sweep(sequence_loss, batch, "base grad")
    yield from sweep(sequence_loss, lambda: batch(1.1, far=True), "base", tag="far-")


EXPECT = {'topic': 'opticalflow',
 'rewrites': [],
 'breaks': {26: 1, 29: 1, 30: 1, 31: 1},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite', 'finite-grad', 'grad-close', 'number-tensor']}
