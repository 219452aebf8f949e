"""Contrastive image-text training: retrieval ranks of the batch are reported with the loss."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def get_clip_metrics(image_features, text_features, logit_scale):
    metrics = {}
    logits_per_image = (logit_scale * image_features @ text_features.t()).detach()
    logits = {"image_to_text": logits_per_image, "text_to_image": logits_per_image.t()}
    ground_truth = torch.arange(len(text_features)).view(-1, 1)
    for name, logit in logits.items():
        ranking = torch.argsort(logit, descending=True)
        preds = torch.where(ranking == ground_truth)[1].float()
        metrics[f"{name}_mean_rank"] = preds.mean().item() + 1
        metrics[f"{name}_median_rank"] = preds.median().item() + 1
        for k in [1, 2]:
            metrics[f"{name}_R@{k}"] = (preds < k).float().mean().item()
    return metrics


class ClipStep(nn.Module):
    def __init__(self, image_dim=6, text_dim=5, dim=4):
        super().__init__()
        self.visual = nn.Linear(image_dim, dim)
        self.textual = nn.Linear(text_dim, dim)
        self.logit_scale = nn.Parameter(torch.tensor(2.0))

    def forward(self, images, texts):
        i = F.normalize(self.visual(images), dim=-1)
        t = F.normalize(self.textual(texts), dim=-1)
        scale = self.logit_scale.exp()
        logits = scale * i @ t.t()
        labels = torch.arange(len(logits))
        loss = (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2
        return loss, get_clip_metrics(i, t, scale)


def load():
    return torch.compile(ClipStep())


def cases():
    yield from build(load, lambda: (randn(5, 6), randn(5, 5)), "base grad")
    yield from build(load, lambda: (3 * torch.eye(5, 6), torch.eye(5)), "base", tag="eye-")

EXPECT = {'topic': 'multi-modal',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {17: 3},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor', 'close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
