"""Detector evaluation: average precision by the area under the monotone precision-recall curve."""

import torch
from torch import nn

from fxkit import build, rand, randn


def voc_ap(rec, prec):
    mrec = torch.cat([rec.new_zeros(1), rec, rec.new_ones(1)])
    mpre = torch.cat([prec.new_zeros(1), prec, prec.new_zeros(1)])
    mpre = mpre.flip(0).cummax(dim=0).values.flip(0)
    i = torch.where(mrec[1:] != mrec[:-1])[0]
    return torch.sum((mrec[i + 1] - mrec[i]) * mpre[i + 1])


class DetectorWithAP(nn.Module):
    def __init__(self, dim=5, classes=2):
        super().__init__()
        self.cls = nn.Linear(dim, classes)

    def average_precision(self, scores, matched, n_gt):
        order = scores.argsort(descending=True, stable=True)
        tp = matched[order].float().cumsum(0)
        fp = (1 - matched[order].float()).cumsum(0)
        rec = tp / n_gt.clamp(min=1)
        prec = tp / (tp + fp)
        return voc_ap(rec, prec)

    @torch.no_grad()
    def forward(self, feats, matched, n_gt):
        scores = self.cls(feats).softmax(dim=-1)
        aps = [self.average_precision(scores[:, c], matched[:, c], n_gt[c]) for c in range(scores.shape[1])]
        return scores, torch.stack(aps).mean()


def load():
    return torch.compile(DetectorWithAP())


def cases():
    yield from build(load, lambda: (randn(6, 5), rand(6, 2) > 0.5, torch.tensor([4, 5])), "base")
    yield from build(load, lambda: (randn(6, 5), rand(6, 2) > 2, torch.tensor([0, 3])), "base", tag="missed-")

EXPECT = {'topic': 'detection',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {13: 2},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
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
