"""Multi-class Lovasz-Softmax loss."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


def lovasz_grad(gt_sorted):
    p = len(gt_sorted)
    gts = gt_sorted.sum()
    intersection = gts - gt_sorted.float().cumsum(0)
    union = gts + (1 - gt_sorted).float().cumsum(0)
    jaccard = 1.0 - intersection / union
    if p > 1:
        jaccard[1:p] = jaccard[1:p] - jaccard[0:-1]
    return jaccard


def lovasz_softmax_flat(probas, labels, classes="present"):
    C = probas.size(1)
    losses = []
    for c in range(C):
        fg = (labels == c).float()
        if classes == "present" and fg.sum() == 0:
            continue
        errors = (fg - probas[:, c]).abs()
        errors_sorted, perm = torch.sort(errors, 0, descending=True)
        fg_sorted = fg[perm]
        losses.append(torch.dot(errors_sorted, lovasz_grad(fg_sorted)))
    return sum(losses) / len(losses)


class LovaszSoftmax(nn.Module):
    def __init__(self, classes="present"):
        super().__init__()
        self.classes = classes

    def forward(self, logits, labels):
        probas = F.softmax(logits, dim=1)
        probas = probas.permute(0, 2, 3, 1).reshape(-1, logits.size(1))
        return lovasz_softmax_flat(probas, labels.reshape(-1), self.classes)


def load():
    return torch.compile(LovaszSoftmax())


def load_all():
    return torch.compile(LovaszSoftmax(classes="all"))


def cases():
    yield from build(load, lambda: (randn(2, 4, 2, 3), ints(0, 4, 2, 2, 3)), "base grad big")
    yield from build(load, lambda: (randn(2, 4, 2, 3), torch.full((2, 2, 3), 2)), "base grad", tag="single-")
    yield from build(load_all, lambda: (randn(2, 4, 2, 3), ints(1, 3, 2, 2, 3)), "base grad", tag="all-")


EXPECT = {'topic': 'segmentation',
 'rewrites': ['R7'],
 'breaks': {26: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
