"""Scale-invariant depth loss over the valid pixels; a frame without any yields NaN that callers skip."""

import torch
import torch.nn as nn

from fxkit import bools, build, rand


class SILogLoss(nn.Module):
    def __init__(self, variance_focus=0.85):
        super().__init__()
        self.variance_focus = variance_focus

    def forward(self, depth_est, depth_gt, mask):
        d = torch.log(depth_est[mask]) - torch.log(depth_gt[mask])
        mean_sq = (d**2).mean()
        sq_mean = d.mean() ** 2
        return torch.sqrt(mean_sq - self.variance_focus * sq_mean) * 10.0


def make_loss():
    return torch.compile(SILogLoss())


def cases():
    yield from build(make_loss, lambda: (rand(3, 4) + 0.1, rand(3, 4, seed=1) + 0.1, bools(3, 4)), "base grad")
    yield from build(make_loss, lambda: (rand(3, 4) + 0.1, rand(3, 4, seed=1) + 0.1, bools(3, 4, p=-1.0)), "base", tag="novalid-")

EXPECT = {'topic': 'depth estimation',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {15: 3},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
