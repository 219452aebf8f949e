"""ClassMix: half of the classes that are present in the source image are pasted onto the target image."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, rand


def get_class_masks(labels):
    class_masks = []
    for label in labels:
        classes = torch.unique(label)
        nclasses = classes.shape[0]
        class_choice = torch.randperm(nclasses)[: (nclasses + nclasses % 2) // 2]
        chosen = classes[class_choice]
        class_masks.append((label.unsqueeze(0) == chosen[:, None, None]).any(0).long())
    return torch.stack(class_masks)


class ClassMixStep(nn.Module):
    def __init__(self, classes=4):
        super().__init__()
        self.net = nn.Conv2d(3, classes, 3, padding=1)

    def mix(self, mask, source, target):
        return mask * source + (1 - mask) * target

    def forward(self, image, label, target_image, pseudo_label):
        masks = get_class_masks(label)
        mixed_image = self.mix(masks.unsqueeze(1), image, target_image)
        mixed_label = self.mix(masks, label, pseudo_label)
        logits = self.net(mixed_image)
        return F.cross_entropy(logits, mixed_label), masks.float().mean()


def load():
    return torch.compile(ClassMixStep())


def cases():
    def batch(low, high):
        return rand(2, 3, 4, 4), ints(low, high, 2, 4, 4), rand(2, 3, 4, 4, seed=1), ints(0, 4, 2, 4, 4, seed=2)

    yield from build(load, lambda: batch(0, 4), "base grad")
    yield from build(load, lambda: batch(1, 3), "base", tag="two-")
    yield from build(load, lambda: batch(2, 3), "base", tag="one-")

EXPECT = {'topic': 'segmentation',
 'kind': 'random size',
 'verdict': 'decline',
 'obligations': ['random stream'],
 'breaks': {13: 2},
 'gb': ['GB0036', 'GB7000'],
 'naive_differs_in': ['rng', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
