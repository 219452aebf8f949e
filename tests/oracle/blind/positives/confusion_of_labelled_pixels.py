"""Segmentation metric object: a confusion matrix grows by the pixels that carry a label."""

import torch
from torch import Tensor

from fxkit import build, ints, randn


class Evaluator:
    """Accumulates over batches; mean IoU ignores classes that never occurred."""

    def __init__(self, num_class: int, ignore_index: int = 255):
        self.num_class = num_class
        self.ignore_index = ignore_index
        self.confusion_matrix = torch.zeros(num_class, num_class, dtype=torch.long)

    def _generate_matrix(self, gt_image: Tensor, pre_image: Tensor) -> Tensor:
        mask = (gt_image >= 0) & (gt_image < self.num_class)
        label = self.num_class * gt_image[mask] + pre_image[mask]
        count = torch.bincount(label, minlength=self.num_class**2)
        return count.reshape(self.num_class, self.num_class)

    @property
    def pixel_accuracy(self):
        return self.confusion_matrix.diagonal().sum() / self.confusion_matrix.sum()

    @property
    def mean_iou(self):
        tp = self.confusion_matrix.diagonal().float()
        union = self.confusion_matrix.sum(0) + self.confusion_matrix.sum(1) - tp
        present = union > 0
        return (tp[present] / union[present]).mean()

    @torch.no_grad()
    def add_batch(self, gt_image: Tensor, logits: Tensor):
        pre_image = logits.argmax(dim=1)
        assert gt_image.shape == pre_image.shape
        self.confusion_matrix += self._generate_matrix(gt_image, pre_image)
        return {"acc": self.pixel_accuracy, "miou": self.mean_iou}


def load():
    return torch.compile(Evaluator(3).add_batch)


def labels(p):
    gt = ints(0, 3, 2, 3, 4)
    gt[:, :p] = 255
    return gt


def cases():
    yield from build(load, lambda: (labels(1), randn(2, 3, 3, 4)), "base")
    yield from build(load, lambda: (torch.zeros(2, 3, 4, dtype=torch.long), randn(2, 3, 3, 4)), "base", tag="plain-")

EXPECT = {'topic': 'segmentation',
 'kind': 'mask reduction',
 'rewrites': [],
 'breaks': {19: 2, 20: 2, 32: 1},
 'gb': ['GB0036'],
 'skips': 1,
 'graphs_per_call': 5,
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
