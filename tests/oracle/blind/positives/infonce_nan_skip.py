"""Two-tower contrastive loss that skips a batch with a broken value."""

import logging

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn

logger = logging.getLogger("train.contrastive")


class TwoTower(nn.Module):
    def __init__(self, in_dim=5, dim=4):
        super().__init__()
        self.image = nn.Linear(in_dim, dim)
        self.text = nn.Linear(in_dim, dim)
        self.logit_scale = nn.Parameter(torch.tensor(1.0))

    def encode(self, x, tower):
        return F.normalize(tower(x), dim=-1)


class ContrastiveTask(nn.Module):
    def __init__(self, label_smoothing=0.1):
        super().__init__()
        self.model = TwoTower()
        self.label_smoothing = label_smoothing

    def clip_loss(self, img, txt):
        scale = self.model.logit_scale.exp().clamp(max=100.0)
        logits = scale * img @ txt.t()
        target = torch.arange(logits.shape[0])
        loss_i = F.cross_entropy(logits, target, label_smoothing=self.label_smoothing)
        loss_t = F.cross_entropy(logits.t(), target, label_smoothing=self.label_smoothing)
        return (loss_i + loss_t) / 2

    def forward(self, image, text):
        img = self.model.encode(image, self.model.image)
        txt = self.model.encode(text, self.model.text)
        loss = self.clip_loss(img, txt)
        if torch.isnan(loss) or torch.isinf(loss):
            logger.warning("loss is not finite, skipping this batch")
            loss = torch.zeros((), requires_grad=True)
        return loss


def load():
    return torch.compile(ContrastiveTask())


def cases():
    yield from build(load, lambda: (randn(4, 5), randn(4, 5, seed=1)), "base grad nan inf zero")


EXPECT = {'topic': 'contrastive',
 'kind': 'nan_guard',
 'rewrites': [],
 'breaks': {43: 2, 44: 1, 45: 1},
 'gb': ['GB0170', 'GB0225', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-silent', 'grad-none-zero', 'log-site', 'finite-grad'],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'log-site']}
