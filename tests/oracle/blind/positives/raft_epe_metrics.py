"""Optical flow: the loss over a sequence of predictions, and the end point error where the ground truth is valid."""

import torch
import torch.nn as nn

from fxkit import bools, build, randn

MAX_FLOW = 400


@torch.compile
def sequence_loss(flow_preds, flow_gt, valid, gamma=0.8, max_flow=MAX_FLOW):
    """Loss function defined over sequence of flow predictions"""

    n_predictions = len(flow_preds)
    flow_loss = 0.0

    # exlude invalid pixels and extremely large diplacements
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
        "5px": (epe < 5).float().mean().item(),
    }

    return flow_loss, metrics


class TinyRAFT(nn.Module):
    def __init__(self, iters=2):
        super().__init__()
        self.fnet = nn.Conv2d(3, 4, 3, padding=1)
        self.update = nn.Conv2d(10, 2, 3, padding=1)
        self.iters = iters

    def forward(self, image1, image2, flow_gt, valid):
        f1, f2 = self.fnet(image1), self.fnet(image2)
        flow = image1.new_zeros(image1.shape[0], 2, *image1.shape[2:])
        flow_predictions = []
        for _ in range(self.iters):
            flow = flow + self.update(torch.cat([f1, f2, flow], dim=1))
            flow_predictions.append(flow)
        return sequence_loss(flow_predictions, flow_gt, valid)


def load():
    return TinyRAFT()


def cases():
    yield from build(load, lambda: (randn(1, 3, 4, 5), randn(1, 3, 4, 5, seed=1), 3 * randn(1, 2, 4, 5), bools(1, 4, 5).float()), "base grad")
    yield from build(load, lambda: (randn(1, 3, 4, 5), randn(1, 3, 4, 5, seed=1), 300 * randn(1, 2, 4, 5), torch.ones(1, 4, 5)), "base", tag="fast-")

EXPECT = {'topic': 'optical flow',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {28: 1, 31: 1, 32: 1, 33: 1, 34: 1},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
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
