"""A diffusion policy returns a mixed output dict; the trainer reports the entries that are Python numbers."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand, randn


class NoisePredictor(nn.Module):
    def __init__(self, obs=4, act=3, width=6):
        super().__init__()
        self.inp = nn.Linear(obs + act + 1, width)
        self.out = nn.Linear(width, act)

    def forward(self, obs, noisy, t):
        return self.out(F.mish(self.inp(torch.cat([obs, noisy, t[:, None]], dim=-1))))


class DiffusionPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = NoisePredictor()

    def forward(self, obs, action, noise, t):
        noisy = (1 - t)[:, None] * action + t[:, None] * noise
        pred = self.net(obs, noisy, t)
        loss = F.mse_loss(pred, noise)
        return {"loss": loss, "pred": pred, "l2": loss.item(), "pred_std": pred.std().item()}


class Reporter:
    """Collects scalars for the dashboard."""

    def __init__(self):
        self.policy = torch.compile(DiffusionPolicy())
        self.scalars = {}

    def update(self, *batch):
        output = self.policy(*batch)
        self.scalars.update({k: v for k, v in output.items() if isinstance(v, (int, float))})
        return output["loss"], sorted(self.scalars)


def load():
    return Reporter().update


def cases():
    yield from build(load, lambda: (randn(4, 4), randn(4, 3), randn(4, 3, seed=1), rand(4)), "base grad")

EXPECT = {'topic': 'robotics',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['R28', 'caller needs a float'],
 'breaks': {29: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['length'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
