"""Box-supervised instance masks: the pairwise colour loss is warmed up with a counter kept in a buffer."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand, randn


def compute_project_term(scores, bitmasks):
    loss = 0
    for dim in (2, 1):
        x, t = scores.max(dim=dim).values, bitmasks.max(dim=dim).values
        inter = (x * t).sum(-1)
        loss = loss + (1 - 2 * inter / ((x**2).sum(-1) + (t**2).sum(-1) + 1e-5)).mean()
    return loss


def compute_pairwise_term(logits):
    log_fg, log_bg = F.logsigmoid(logits), F.logsigmoid(-logits)
    same_fg = log_fg[:, :, 1:] + log_fg[:, :, :-1]
    same_bg = log_bg[:, :, 1:] + log_bg[:, :, :-1]
    return -torch.logaddexp(same_fg, same_bg)


class DynamicMaskHead(nn.Module):
    def __init__(self, warmup_iters=4, color_thresh=0.3):
        super().__init__()
        self.to_logits = nn.Conv2d(2, 1, 3, padding=1)
        self._warmup_iters = warmup_iters
        self.color_thresh = color_thresh
        self.register_buffer("_iter", torch.zeros([1]))

    def forward(self, features, color_similarity, bitmasks):
        self._iter += 1
        logits = self.to_logits(features)[:, 0]
        loss_prj_term = compute_project_term(logits.sigmoid(), bitmasks)
        pairwise_losses = compute_pairwise_term(logits)
        weights = (color_similarity >= self.color_thresh).float() * bitmasks[:, :, 1:]
        loss_pairwise = (pairwise_losses * weights).sum() / weights.sum().clamp(min=1.0)
        warmup_factor = min(self._iter.item() / float(self._warmup_iters), 1.0)
        loss_pairwise = loss_pairwise * warmup_factor
        return {"loss_prj": loss_prj_term, "loss_pairwise": loss_pairwise}


class Stage:
    def __init__(self, warmup_iters=4):
        self.head = torch.compile(DynamicMaskHead(warmup_iters))

    def losses(self, features, similarity, bitmasks):
        return [self.head(features, similarity, bitmasks) for _ in range(3)]


def load(warmup_iters=4):
    return Stage(warmup_iters).losses


def cases():
    def batch():
        bitmasks = torch.zeros(2, 4, 5)
        bitmasks[:, 1:4, 1:3] = 1.0
        return randn(2, 2, 4, 5), rand(2, 4, 4), bitmasks

    yield from build(load, batch, "base grad")
    yield from build(lambda: load(1), batch, "base", tag="short-")

EXPECT = {'topic': 'detection',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {41: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
