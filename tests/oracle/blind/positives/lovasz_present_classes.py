"""Lovasz-Softmax over the classes that are present in the labels."""

import torch
from torch import nn

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


def mean(values):
    acc, n = 0, 0
    for v in values:
        acc = acc + v
        n += 1
    return acc / n


class LovaszSoftmax(nn.Module):
    def __init__(self, classes="present"):
        super().__init__()
        self.classes = classes

    def forward(self, logits, labels):
        probas = torch.softmax(logits, dim=1)
        C = probas.size(1)
        probas = probas.permute(0, 2, 3, 1).reshape(-1, C)
        labels = labels.view(-1)
        losses = []
        for c in range(C):
            fg = (labels == c).float()  # foreground for class c
            if self.classes == "present" and fg.sum() == 0:
                continue
            errors = (fg - probas[:, c]).abs()
            errors_sorted, perm = torch.sort(errors, 0, descending=True)
            losses.append(torch.dot(errors_sorted, lovasz_grad(fg[perm])))
        return mean(losses)


def load():
    return torch.compile(LovaszSoftmax())


def cases():
    yield from build(load, lambda: (randn(1, 3, 2, 3), ints(0, 3, 1, 2, 3)), "base grad big nan")
    yield from build(load, lambda: (randn(1, 3, 2, 3), torch.ones(1, 2, 3, dtype=torch.long)), "base grad", tag="one-")
    yield from build(lambda: torch.compile(LovaszSoftmax("all")), lambda: (randn(1, 3, 2, 3), ints(0, 2, 1, 2, 3)), "base", tag="all-")

EXPECT = {'topic': 'vision',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {41: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
