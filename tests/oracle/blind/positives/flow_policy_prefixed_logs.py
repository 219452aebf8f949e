"""A flow matching policy head reports its terms under a prefix; the trainer averages them later."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand, randn


@dataclass
class FlowHeadConfig:
    state_dim: int = 4
    action_dim: int = 3
    width: int = 8
    velocity_weight: float = 0.1


class FlowActionHead(nn.Module):
    """Predicts the velocity field between noise and the action chunk."""

    def __init__(self, config: FlowHeadConfig):
        super().__init__()
        self.config = config
        self.inp = nn.Linear(config.state_dim + config.action_dim + 1, config.width)
        self.out = nn.Linear(config.width, config.action_dim)

    def velocity(self, state, noisy, time):
        h = torch.cat([state, noisy, time[:, None]], dim=-1)
        return self.out(F.silu(self.inp(h)))

    @staticmethod
    def _log(prefix, **terms):
        return {f"{prefix}/{name}": value.item() for name, value in terms.items()}

    def forward(self, batch, noise, time):
        action = batch["action"]
        noisy = time[:, None] * noise + (1 - time[:, None]) * action
        target = noise - action
        pred = self.velocity(batch["observation.state"], noisy, time)
        flow_loss = F.mse_loss(pred, target)
        magnitude = pred.square().mean()
        loss = flow_loss + self.config.velocity_weight * magnitude
        return loss, self._log("train", flow_loss=flow_loss, magnitude=magnitude)


def load():
    return torch.compile(FlowActionHead(FlowHeadConfig()))


def batch():
    return {"observation.state": randn(5, 4), "action": randn(5, 3)}


def cases():
    yield from build(load, lambda: (batch(), randn(5, 3, seed=2), rand(5)), "base grad big nan")

EXPECT = {'rewrites': [],
 'topic': 'robotics',
 'kind': 'numbers',
 'breaks': {35: 3},
 'gb': ['GB0092', 'GB0124'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
