"""Losses of recurrent PPO: padded steps are dropped by a flat mask before the average."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class RecurrentPPOLoss(nn.Module):
    def __init__(self, obs=3, hidden=4, clip_range=0.2, vf_coef=0.5):
        super().__init__()
        self.gru = nn.GRUCell(obs, hidden)
        self.value = nn.Linear(hidden, 1)
        self.clip_range = clip_range
        self.vf_coef = vf_coef

    def features(self, obs):
        h = obs.new_zeros(obs.shape[1], self.gru.hidden_size)
        outs = []
        for t in range(obs.shape[0]):
            h = self.gru(obs[t], h)
            outs.append(h)
        return torch.stack(outs).flatten(0, 1)

    def forward(self, obs, ratio, advantages, returns, lengths):
        steps = torch.arange(obs.shape[0])[:, None]
        mask = (steps < lengths[None]).flatten()

        values = self.value(self.features(obs))  # (T * B, 1)
        policy_loss_1 = advantages * ratio
        policy_loss_2 = advantages * ratio.clamp(1 - self.clip_range, 1 + self.clip_range)
        policy_loss = -torch.mean(torch.min(policy_loss_1, policy_loss_2)[mask])
        value_loss = torch.mean(((returns.unsqueeze(-1) - values) ** 2)[mask])
        return policy_loss + self.vf_coef * value_loss, value_loss


def load():
    return torch.compile(RecurrentPPOLoss())


def batch(lengths=(4, 2), t=4):
    n = t * len(lengths)
    return randn(t, len(lengths), 3), randn(n).exp(), randn(n, seed=1), randn(n, seed=2), torch.tensor(lengths)


def cases():
    yield from build(load, batch, "base grad")
    yield from build(load, lambda: batch((3, 3), 3), "base", tag="full-")
    yield from build(load, lambda: batch((1, 0, 2), 3), "base", tag="short-")


EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['broadcasting'],
 'breaks': {33: 4, 34: 4},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite', 'finite-grad', 'grad-close', 'grad-none-zero']}
