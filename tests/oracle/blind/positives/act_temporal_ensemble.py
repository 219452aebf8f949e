"""Action chunking: overlapping predictions for the current step are averaged with weights that decay with their age."""

import torch
from torch import nn

from fxkit import build, randn


class ChunkPolicy(nn.Module):
    def __init__(self, obs=3, chunk=3, action_dim=2):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, 6), nn.Tanh(), nn.Linear(6, chunk * action_dim))
        self.chunk, self.action_dim = chunk, action_dim

    def forward(self, qpos):
        return self.net(qpos).view(self.chunk, self.action_dim)


class TemporalEnsembler(nn.Module):
    """Rows of `all_time_actions` are query times, columns are the steps the actions are for."""

    def __init__(self, max_timesteps=4, k=0.1):
        super().__init__()
        self.policy = ChunkPolicy()
        self.k = k
        chunk, dim = self.policy.chunk, self.policy.action_dim
        self.register_buffer("all_time_actions", torch.zeros(max_timesteps, max_timesteps + chunk, dim))

    @torch.no_grad()
    def forward(self, qpos, t: int):
        all_actions = self.policy(qpos)
        self.all_time_actions[t, t : t + self.policy.chunk] = all_actions
        actions_for_curr_step = self.all_time_actions[:, t]
        actions_populated = torch.all(actions_for_curr_step != 0, dim=1)
        actions_for_curr_step = actions_for_curr_step[actions_populated]
        exp_weights = torch.exp(-self.k * torch.arange(len(actions_for_curr_step)))
        exp_weights = exp_weights / exp_weights.sum()
        return (actions_for_curr_step * exp_weights.unsqueeze(dim=1)).sum(dim=0)


class Rollout:
    def __init__(self):
        self.ensembler = TemporalEnsembler()
        self.query = torch.compile(self.ensembler)
        self.t = 0

    def act(self, qpos):
        action = self.query(qpos + 0.1 * self.t, self.t)
        self.t += 1
        return action


def load():
    return Rollout().act


def cases():
    yield from build(load, lambda: (randn(3),), "base zero nan")

EXPECT = {'topic': 'robotics',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {35: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
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
