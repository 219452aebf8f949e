"""A diffusion policy's denoising loss leaves out the actions that were padded."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, randn


class UnetConfig:
    prediction_type = "epsilon"
    mask_loss_for_padding = True


class DiffusionModel(nn.Module):
    def __init__(self, config, action_dim=2):
        super().__init__()
        self.config = config
        self.unet = nn.Linear(action_dim, action_dim)

    def add_noise(self, actions, noise, alpha_bar):
        return alpha_bar.sqrt() * actions + (1 - alpha_bar).sqrt() * noise

    def forward(self, actions, noise, alpha_bar, action_is_pad):
        noisy = self.add_noise(actions, noise, alpha_bar[:, None, None])
        pred = self.unet(noisy)
        target = noise if self.config.prediction_type == "epsilon" else actions
        if self.config.mask_loss_for_padding:
            in_episode = ~action_is_pad
            return F.mse_loss(pred[in_episode], target[in_episode])
        return F.mse_loss(pred, target)


def load():
    return torch.compile(DiffusionModel(UnetConfig()))


def cases():
    yield from build(load, lambda: (randn(3, 4, 2), randn(3, 4, 2, seed=1), torch.tensor([0.9, 0.5, 0.1]), bools(3, 4)),
                     "base grad big true false")

EXPECT = {'topic': 'robotics',
 'rewrites': ['R30'],
 'breaks': {30: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
