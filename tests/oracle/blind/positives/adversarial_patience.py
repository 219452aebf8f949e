"""PGD attack whose step size is halved when the loss did not improve."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


@dataclass
class AttackConfig:
    eps: float = 0.3
    steps: int = 3
    step_size: float = 0.2
    clip_min: float = -2.0
    clip_max: float = 2.0


class AutoPGD(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.model = nn.Linear(5, 3)

    def input_gradient(self, x, y):
        probs = F.softmax(self.model(x), dim=-1)
        return (probs - F.one_hot(y, 3).to(probs.dtype)) @ self.model.weight / x.shape[0]

    def project(self, adv, x):
        adv = torch.min(torch.max(adv, x - self.cfg.eps), x + self.cfg.eps)
        return adv.clamp(self.cfg.clip_min, self.cfg.clip_max)

    @torch.no_grad()
    def forward(self, x, y):
        adv = x.clone()
        step_size = torch.full((), self.cfg.step_size)
        best = F.cross_entropy(self.model(adv), y)
        for _ in range(self.cfg.steps):
            candidate = self.project(adv + step_size * self.input_gradient(adv, y).sign(), x)
            loss = F.cross_entropy(self.model(candidate), y)
            if loss > best:
                best = loss
                adv = candidate
            else:
                step_size = step_size * 0.5
        success = (self.model(adv).argmax(dim=1) != y).float().mean()
        return adv, {"loss": best.item(), "success_rate": success.item()}


def load():
    return torch.compile(AutoPGD(AttackConfig()))


def cases():
    yield from build(load, lambda: (randn(4, 5), ints(0, 3, 4)), "base small nan")
    yield from build(load, lambda: (randn(4, 5) * 3, ints(0, 3, 4)), "base", tag="clipped-")


EXPECT = {'topic': 'robustness',
 'kind': 'flag_attribute_item',
 'rewrites': [],
 'breaks': {43: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['number-tensor']}
