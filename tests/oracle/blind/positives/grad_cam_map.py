"""Grad-CAM: the feature maps are weighted by the mean gradient of the score of one class."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class ConvNet(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 4, 3, padding=1), nn.ReLU())
        self.classifier = nn.Linear(4, classes)

    def head(self, maps):
        return self.classifier(F.adaptive_avg_pool2d(maps, 1).flatten(1))


class GradCAM:
    """Explains the predicted class of every image of the batch."""

    def __init__(self, model, relu=True):
        self.model = model.eval()
        self.relu = relu

    def cam(self, maps, grads):
        weights = grads.mean(dim=(2, 3), keepdim=True)
        cam = (weights * maps).sum(dim=1)
        return F.relu(cam) if self.relu else cam

    def __call__(self, images):
        with torch.no_grad():
            maps = self.model.features(images)
        maps = maps.detach().requires_grad_()
        logits = self.model.head(maps)
        score = logits.max(dim=1).values.sum()
        grads = torch.autograd.grad(score, maps)[0]
        heat = self.cam(maps.detach(), grads)
        heat = heat - heat.amin(dim=(1, 2), keepdim=True)
        return heat / (heat.amax(dim=(1, 2), keepdim=True) + 1e-7), logits.detach()


def load():
    return torch.compile(GradCAM(ConvNet()).__call__)


def cases():
    yield from build(load, lambda: (randn(2, 1, 5, 5),), "base zero big nan")

EXPECT = {'topic': 'interpretability',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {35: 1, 38: 2},
 'gb': ['GB8985', 'GB9186'],
 'skips': 0,
 'graphs_per_call': 3,
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
