"""Seesaw loss for long-tailed instance segmentation: class counts are accumulated over batches."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


def seesaw_ce_loss(cls_score, labels, label_weights, cum_samples, num_classes, p, q, eps):
    assert cls_score.size(-1) == num_classes
    assert len(cum_samples) == num_classes

    onehot_labels = F.one_hot(labels, num_classes)
    seesaw_weights = cls_score.new_ones(onehot_labels.size())

    # mitigation factor
    if p > 0:
        sample_ratio_matrix = cum_samples[None, :].clamp(min=1) / cum_samples[:, None].clamp(min=1)
        index = (sample_ratio_matrix < 1.0).float()
        sample_weights = sample_ratio_matrix.pow(p) * index + (1 - index)
        mitigation_factor = sample_weights[labels.long(), :]
        seesaw_weights = seesaw_weights * mitigation_factor

    # compensation factor
    if q > 0:
        scores = F.softmax(cls_score.detach(), dim=1)
        self_scores = scores[torch.arange(0, len(scores)), labels.long()]
        score_matrix = scores / self_scores[:, None].clamp(min=eps)
        index = (score_matrix > 1.0).float()
        seesaw_weights = seesaw_weights * (score_matrix.pow(q) * index + (1 - index))

    cls_score = cls_score + (seesaw_weights.log() * (1 - onehot_labels))
    loss = F.cross_entropy(cls_score, labels, weight=None, reduction="none")
    return (loss * label_weights).mean()


class SeesawLoss(nn.Module):
    def __init__(self, num_classes=6, p=0.8, q=2.0, eps=1e-2):
        super().__init__()
        self.num_classes = num_classes
        self.p, self.q, self.eps = p, q, eps
        # cumulative samples for each category
        self.register_buffer("cum_samples", torch.zeros(num_classes, dtype=torch.float))

    def forward(self, cls_score, labels, label_weights):
        # accumulate the samples for each category
        unique_labels = labels.unique()
        for u_l in unique_labels:
            inds_ = labels == u_l.item()
            self.cum_samples[u_l] += inds_.sum()
        return seesaw_ce_loss(cls_score, labels, label_weights, self.cum_samples, self.num_classes, self.p, self.q, self.eps)


def load():
    return torch.compile(SeesawLoss())


def cases():
    yield from build(load, lambda: (randn(8, 6), ints(0, 6, 8), torch.ones(8)), "base grad nan")
    yield from build(load, lambda: (randn(5, 6), torch.full((5,), 2), torch.ones(5)), "base", tag="single-")
    yield from build(load, lambda: (randn(1, 6), ints(0, 6, 1), torch.ones(1)), "base empty", tag="short-")

EXPECT = {'topic': 'vision',
 'kind': 'unique loop',
 'rewrites': [],
 'breaks': {48: 4, 50: 1},
 'gb': ['GB0036', 'GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
