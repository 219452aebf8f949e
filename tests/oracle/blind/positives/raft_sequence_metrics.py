"""RAFT sequence loss over the refinement iterations, with the end-point-error metrics."""

import torch

from fxkit import bools, randn, sweep

MAX_FLOW = 400


def epe_of(flow, gt):
    return torch.sum((flow - gt) ** 2, dim=1).sqrt()


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

    epe = epe_of(flow_preds[-1].detach(), flow_gt)
    epe = epe.view(-1)[valid.view(-1)]

    metrics = {
        "epe": epe.mean().item(),
        "1px": (epe < 1).float().mean().item(),
        "3px": (epe < 3).float().mean().item(),
    }
    return flow_loss, metrics


def preds(seed=0):
    return [randn(2, 2, 3, 4, seed=seed + i) for i in range(3)]


def cases():
    yield from sweep(sequence_loss, lambda: (preds(), randn(2, 2, 3, 4, seed=9), bools(2, 3, 4).float()), "base")
    yield from sweep(sequence_loss, lambda: (preds(4), randn(2, 2, 3, 4, seed=8) * 2, bools(2, 3, 4, p=0.2).float()), "base nan", tag="sparse-")
    yield from sweep(sequence_loss, lambda: (preds(4), randn(2, 2, 3, 4, seed=8) * 3, torch.zeros(2, 3, 4)), "base", tag="novalid-")

EXPECT = {'topic': 'optical flow',
 'rewrites': [],
 'breaks': {30: 1, 33: 1, 34: 1, 35: 1},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'number-tensor', 'finite-grad']}
