"""PCK accuracy of heatmap pose estimation, after deep-high-resolution-net's evaluate.py."""

import torch
from torch import nn

from fxkit import build, rand


def get_max_preds(batch_heatmaps):
    batch_size, num_joints, _, width = batch_heatmaps.shape
    heatmaps_reshaped = batch_heatmaps.reshape((batch_size, num_joints, -1))
    maxvals, idx = heatmaps_reshaped.max(2)
    preds = torch.stack([idx % width, torch.div(idx, width, rounding_mode="floor")], -1).float()
    pred_mask = (maxvals > 0.0).float().unsqueeze(-1)
    return preds * pred_mask, maxvals


def calc_dists(preds, target, normalize):
    dists = torch.zeros((preds.shape[1], preds.shape[0]))
    for n in range(preds.shape[0]):
        for c in range(preds.shape[1]):
            if target[n, c, 0] > 1 and target[n, c, 1] > 1:
                normed_preds = preds[n, c, :] / normalize[n]
                normed_targets = target[n, c, :] / normalize[n]
                dists[c, n] = torch.linalg.norm(normed_preds - normed_targets)
            else:
                dists[c, n] = -1
    return dists


def dist_acc(dists, thr=0.5):
    """Return percentage below threshold while ignoring values with a -1"""
    dist_cal = dists != -1
    num_dist_cal = dist_cal.sum()
    if num_dist_cal > 0:
        return (dists[dist_cal] < thr).sum() * 1.0 / num_dist_cal
    else:
        return torch.tensor(-1.0)


class PoseMetric(nn.Module):
    def __init__(self, thr=0.5):
        super().__init__()
        self.thr = thr
        self.final = nn.Conv2d(2, 2, 1)

    @torch.no_grad()
    def forward(self, features, target):
        output = self.final(features)
        pred, _ = get_max_preds(output)
        gt, _ = get_max_preds(target)
        h, w = output.shape[2:]
        norm = torch.ones((pred.shape[0], 2)) * torch.tensor([h, w]) / 10
        dists = calc_dists(pred, gt, norm)

        acc = torch.stack([dist_acc(dists[i], self.thr) for i in range(dists.shape[0])])
        valid = acc >= 0
        avg_acc = torch.where(valid, acc, 0.0).sum() / valid.sum().clamp(min=1)
        return acc, avg_acc, pred


def load(thr=0.5):
    return torch.compile(PoseMetric(thr))


def batch(visible=1.0, size=5):
    return rand(2, 2, size, size), rand(2, 2, size, size, seed=6) * torch.tensor([1.0, visible])[:, None, None]


def cases():
    yield from build(lambda: load(5.0), batch, "base zero")
    yield from build(load, lambda: batch(0.0), "base", tag="hidden-")
    yield from build(load, lambda: (rand(2, 2, 5, 5), torch.zeros(2, 2, 5, 5)), "base", tag="none-")
    yield from build(load, lambda: (rand(2, 2, 6, 6), torch.eye(6).expand(2, 2, 6, 6).flip(-1)), "base", tag="corner-")


EXPECT = {'topic': 'pose estimation',
 'rewrites': [],
 'breaks': {22: 3, 35: 2, 36: 1},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor']}
