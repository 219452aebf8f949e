"""A behaviour cloning policy returns its loss and three figures for the progress bar in a dataclass."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


@dataclass
class StepOutput:
    loss: torch.Tensor
    mse: float
    gripper_error: float
    max_abs: float


class MLPPolicy(nn.Module):
    def __init__(self, obs_dim=5, act_dim=4, width=8):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs_dim, width), nn.ReLU())
        self.mean = nn.Linear(width, act_dim)

    def forward(self, obs):
        return torch.tanh(self.mean(self.trunk(obs)))

    def training_step(self, obs, action):
        """The last entry of an action opens and closes the gripper."""
        pred = self(obs)
        arm = F.mse_loss(pred[..., :-1], action[..., :-1])
        gripper = F.l1_loss(pred[..., -1], action[..., -1])
        return StepOutput(
            loss=arm + 0.5 * gripper,
            mse=arm.item(),
            gripper_error=gripper.item(),
            max_abs=pred.abs().max().item(),
        )


def load():
    return torch.compile(MLPPolicy().training_step)


def cases():
    yield from build(load, lambda: (randn(6, 5), randn(6, 4)), "base grad zero nan")

EXPECT = {'topic': 'robotics',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {36: 2, 37: 3, 38: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
