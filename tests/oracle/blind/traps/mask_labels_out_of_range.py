"""The loss of the labelled pixels; 255 marks the others."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


def pixel_loss(logits, labels):
    return F.cross_entropy(logits, labels, reduction="none")


@torch.compile
def losses(logits, labels):
    labelled = labels != 255
    out = logits.new_zeros(labels.shape)
    out[labelled] = pixel_loss(logits[labelled], labels[labelled])
    return out


def cases():
    yield from sweep(losses, lambda: (randn(4, 3), torch.tensor([0, 2, 1, 1])), "base grad", tag="all-")
    yield from sweep(losses, lambda: (randn(4, 3), torch.tensor([0, 255, 1, 255])), "base", tag="some-")

EXPECT = {'topic': 'nlp',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O4'],
 'breaks': {17: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
