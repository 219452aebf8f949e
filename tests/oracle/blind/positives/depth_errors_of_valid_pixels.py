"""Monocular depth: the usual errors over pixels with a measured depth."""

import torch
import torch.nn as nn

from fxkit import build, rand


def compute_errors(gt, pred):
    thresh = torch.max(gt / pred, pred / gt)
    a1 = (thresh < 1.25).float().mean()
    a2 = (thresh < 1.25**2).float().mean()
    rmse = torch.sqrt(((gt - pred) ** 2).mean())
    abs_rel = torch.mean(torch.abs(gt - pred) / gt)
    sq_rel = torch.mean((gt - pred) ** 2 / gt)
    return {"abs_rel": abs_rel, "sq_rel": sq_rel, "rmse": rmse, "a1": a1, "a2": a2}


class DepthNet(nn.Module):
    def __init__(self, min_depth=0.1, max_depth=10.0):
        super().__init__()
        self.min_depth, self.max_depth = min_depth, max_depth
        self.decoder = nn.Conv2d(3, 1, 3, padding=1)

    @torch.no_grad()
    def forward(self, image, depth_gt):
        disp = torch.sigmoid(self.decoder(image))[:, 0]
        depth = 1.0 / (1.0 / self.max_depth + (1.0 / self.min_depth - 1.0 / self.max_depth) * disp)
        valid = (depth_gt > self.min_depth) & (depth_gt < self.max_depth)
        gt, pred = depth_gt[valid], depth[valid]
        pred = torch.clamp(pred, self.min_depth, self.max_depth)
        return compute_errors(gt, pred)


def load():
    return torch.compile(DepthNet())


def cases():
    yield from build(load, lambda: (rand(1, 3, 4, 4), 12 * rand(1, 4, 4)), "base nan")
    yield from build(load, lambda: (rand(1, 3, 4, 4), torch.zeros(1, 4, 4)), "base", tag="unmeasured-")

EXPECT = {'topic': 'vision',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {30: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
