"""Scale and shift invariant depth loss with a gradient term over several scales."""

import torch
from torch import nn

from fxkit import build, rand, randn


def compute_scale(prediction, target, mask):
    """Least squares scale that aligns the prediction with the target."""
    pred = prediction[mask]
    gt = target[mask]
    return (pred * gt).sum() / (pred * pred).sum().clamp(min=1e-6)


def gradient_loss(prediction, target, mask):
    diff = mask * (prediction - target)
    grad_x = (diff[:, :, 1:] - diff[:, :, :-1]).abs() * mask[:, :, 1:] * mask[:, :, :-1]
    grad_y = (diff[:, 1:, :] - diff[:, :-1, :]).abs() * mask[:, 1:, :] * mask[:, :-1, :]
    total = grad_x.sum() + grad_y.sum()
    return total / mask.sum().clamp(min=1)


class ScaleInvariantDepthLoss(nn.Module):
    def __init__(self, alpha=0.5, scales=2, min_valid=5, max_depth=1.2):
        super().__init__()
        self.alpha = alpha
        self.scales = scales
        self.min_valid = min_valid
        self.max_depth = max_depth
        self.refine = nn.Conv2d(1, 1, 3, padding=1)

    def forward(self, prediction, target):
        prediction = self.refine(prediction.unsqueeze(1)).squeeze(1)
        mask = (target > 0) & (target < self.max_depth)
        if mask.sum() < self.min_valid:
            return prediction.new_zeros(())
        aligned = compute_scale(prediction, target, mask) * prediction
        loss = (aligned[mask] - target[mask]).abs().mean()
        for scale in range(self.scales):
            step = 2**scale
            loss = loss + self.alpha * gradient_loss(
                aligned[:, ::step, ::step], target[:, ::step, ::step], mask[:, ::step, ::step].float()
            )
        return loss


def load():
    return torch.compile(ScaleInvariantDepthLoss())


def cases():
    yield from build(load, lambda: (rand(2, 4, 4), rand(2, 4, 4) - 0.2), "base grad zero")
    yield from build(load, lambda: (rand(2, 4, 4), -rand(2, 4, 4)), "base", tag="hole-")
    yield from build(load, lambda: (rand(1, 4, 4), rand(1, 4, 4)), "base", tag="dense-")


EXPECT = {'topic': 'depth',
 'kind': 'too_few_valid',
 'rewrites': [],
 'breaks': {11: 3, 12: 3, 36: 3, 39: 3},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': ['requires-grad', 'close', 'grad-close', 'grad-none-zero'],
 'unsafe': ['close', 'finite-grad', 'grad-close', 'grad-none-zero', 'requires-grad']}
