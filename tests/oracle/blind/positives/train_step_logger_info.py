"""Forward pass of a contrastive model that logs its temperature now and then."""

import logging

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn

logger = logging.getLogger("clip.train")
logger.setLevel(logging.INFO)


class ClipLoss(nn.Module):
    def __init__(self, dim=5, log_every=2):
        super().__init__()
        self.image_proj = nn.Linear(dim, dim, bias=False)
        self.text_proj = nn.Linear(dim, dim, bias=False)
        self.logit_scale = nn.Parameter(torch.tensor(2.6593))
        self.log_every = log_every
        self.step = 0

    def forward(self, image, text):
        image = F.normalize(self.image_proj(image), dim=-1)
        text = F.normalize(self.text_proj(text), dim=-1)
        scale = self.logit_scale.exp().clamp(max=100.0)
        logits = scale * image @ text.t()
        target = torch.arange(logits.size(0), device=logits.device)
        loss = (F.cross_entropy(logits, target) + F.cross_entropy(logits.t(), target)) / 2
        if self.training and self.step % self.log_every == 0:
            logger.info("step %d loss %.4f scale %.2f", self.step, loss.item(), scale.item())
        self.step += 1
        return loss


def load():
    return torch.compile(ClipLoss())


def load_eval():
    return torch.compile(ClipLoss().eval())


def cases():
    yield from build(load, lambda: (randn(3, 5), randn(3, 5, seed=1)), "base grad")
    yield from build(load_eval, lambda: (randn(3, 5), randn(3, 5, seed=1)), "base", tag="eval-")


EXPECT = {'topic': 'training',
 'rewrites': ['R36'],
 'breaks': {-1: 5, 32: 3},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent']}
