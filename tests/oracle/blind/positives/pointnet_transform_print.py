"""PointNet classification loss with the feature transform regulariser and a debug print."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


def feature_transform_regularizer(trans):
    d = trans.size(1)
    eye = torch.eye(d)[None]
    return torch.norm(torch.bmm(trans, trans.transpose(2, 1)) - eye, dim=(1, 2)).mean()


class PointNetLoss(nn.Module):
    def __init__(self, mat_diff_loss_scale=0.001, verbose=True):
        super().__init__()
        self.mat_diff_loss_scale = mat_diff_loss_scale
        self.verbose = verbose

    @torch.compile
    def forward(self, pred, target, trans_feat):
        loss = F.nll_loss(pred, target)
        reg = feature_transform_regularizer(trans_feat)
        if self.verbose:
            print("nll %.4f reg %.4f" % (loss.item(), reg.item()))
        return loss + reg * self.mat_diff_loss_scale


def make_loss():
    return PointNetLoss()


def make_quiet():
    return PointNetLoss(verbose=False)


def args(seed=0):
    return randn(4, 3, seed=seed).log_softmax(-1), ints(0, 3, 4, seed=seed), randn(4, 3, 3, seed=seed)


def cases():
    yield from build(make_loss, args, "base grad nan")
    yield from build(make_loss, lambda: args(8), "base", tag="other-")
    yield from build(make_quiet, lambda: args(8), "base", tag="quiet-")

EXPECT = {'topic': 'point clouds',
 'rewrites': [],
 'breaks': {27: 3},
 'gb': ['GB0059', 'GB0088', 'GB0124'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['shown-history', 'finite-grad']}
