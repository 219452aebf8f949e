"""Domain adaptive segmentation: pseudo labels of the teacher weigh as much as the share of confident pixels."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand


class Segmentor(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.backbone = nn.Conv2d(3, 5, 3, padding=1)
        self.decode = nn.Conv2d(5, classes, 1)

    def forward(self, img):
        return self.decode(torch.relu(self.backbone(img)))


class DACS(nn.Module):
    def __init__(self, pseudo_threshold=0.4, ignore_top=0, ignore_bottom=0, alpha=0.99):
        super().__init__()
        self.student, self.teacher = Segmentor(), Segmentor()
        self.teacher.requires_grad_(False)
        self.pseudo_threshold, self.alpha = pseudo_threshold, alpha
        self.psweight_ignore_top, self.psweight_ignore_bottom = ignore_top, ignore_bottom

    def forward(self, img, target_img):
        with torch.no_grad():
            ema_logits = self.teacher(target_img)
        ema_softmax = torch.softmax(ema_logits.detach(), dim=1)
        pseudo_prob, pseudo_label = torch.max(ema_softmax, dim=1)
        ps_large_p = pseudo_prob.ge(self.pseudo_threshold).long() == 1
        ps_size = np.size(pseudo_label.cpu().numpy())
        pseudo_weight = torch.sum(ps_large_p).item() / ps_size
        pseudo_weight = pseudo_weight * torch.ones(pseudo_prob.shape)
        if self.psweight_ignore_top > 0:
            pseudo_weight[:, : self.psweight_ignore_top, :] = 0
        if self.psweight_ignore_bottom > 0:
            pseudo_weight[:, -self.psweight_ignore_bottom :, :] = 0
        loss = F.cross_entropy(self.student(img), pseudo_label, reduction="none")
        return (loss * pseudo_weight).mean(), pseudo_weight.mean().item()


def load(threshold=0.4, top=0, bottom=0):
    return torch.compile(DACS(threshold, top, bottom))


def cases():
    def images():
        return rand(2, 3, 5, 6), rand(2, 3, 5, 6, seed=1)

    yield from build(load, images, "base grad")
    yield from build(lambda: load(0.999), images, "base", tag="unsure-")
    yield from build(lambda: load(0.36, 1, 2), images, "base", tag="cropped-")

EXPECT = {'topic': 'segmentation',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {35: 3, 36: 1, 43: 4},
 'gb': ['GB0124', 'GB0208'],
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
