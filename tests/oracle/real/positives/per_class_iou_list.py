"""Intersection over union of each class, as a list in the evaluation's dictionary."""

import torch

from fxkit import ints, randn, sweep

CLASSES = ("road", "car", "person")


def confusion(pred, target, num_classes):
    onehot_p = torch.nn.functional.one_hot(pred.flatten(), num_classes)
    onehot_t = torch.nn.functional.one_hot(target.flatten(), num_classes)
    return onehot_t.T.float() @ onehot_p.float()


@torch.compile
@torch.no_grad()
def evaluate_batch(logits, target):
    pred = logits.argmax(dim=1)
    matrix = confusion(pred, target, len(CLASSES))
    inter = matrix.diagonal()
    union = matrix.sum(0) + matrix.sum(1) - inter
    iou = inter / union.clamp(min=1.0)
    report = {"miou": iou.mean().item(), "iou": iou.tolist()}
    return pred, report


def cases():
    yield from sweep(evaluate_batch, lambda: (randn(2, 3, 4, 4), ints(0, 3, 2, 4, 4)), "base zero big nan")

EXPECT = {'topic': 'segmentation',
 'rewrites': ['R28'],
 'breaks': {24: 2},
 'gb': ['GB0109', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['fresh-result', 'number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
