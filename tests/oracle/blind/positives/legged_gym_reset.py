"""Parallel robots: the environments that have fallen or timed out are reset after the physics step."""

import torch
from torch import nn

from fxkit import build, randn


class LeggedRobot(nn.Module):
    def __init__(self, num_envs=5, num_dof=3, max_episode_length=4, dt=0.05):
        super().__init__()
        self.dt = dt
        self.max_episode_length = max_episode_length
        self.register_buffer("default_dof_pos", 0.1 * torch.ones(num_envs, num_dof))
        self.register_buffer("dof_pos", 0.1 * torch.ones(num_envs, num_dof))
        self.register_buffer("dof_vel", torch.zeros(num_envs, num_dof))
        self.register_buffer("episode_sums", torch.zeros(num_envs))
        self.register_buffer("episode_length_buf", torch.zeros(num_envs, dtype=torch.long))
        self.register_buffer("reset_buf", torch.zeros(num_envs, dtype=torch.bool))

    def check_termination(self):
        fallen = torch.any(torch.abs(self.dof_pos) > 1.0, dim=1)
        self.time_out_buf = self.episode_length_buf > self.max_episode_length
        self.reset_buf.copy_(fallen | self.time_out_buf)

    def reset_idx(self, env_ids):
        if len(env_ids) == 0:
            return
        self.dof_pos[env_ids] = self.default_dof_pos[env_ids]
        self.dof_vel[env_ids] = 0.0
        self.episode_sums[env_ids] = 0.0
        self.episode_length_buf[env_ids] = 0

    @torch.no_grad()
    def forward(self, actions):
        torques = 20.0 * (actions - self.dof_pos) - 0.5 * self.dof_vel
        self.dof_vel.add_(self.dt * torques)
        self.dof_pos.add_(self.dt * self.dof_vel)
        self.episode_length_buf.add_(1)
        reward = torch.exp(-self.dof_vel.square().sum(dim=1))
        self.episode_sums.add_(reward)
        self.check_termination()
        env_ids = self.reset_buf.nonzero(as_tuple=False).flatten()
        self.reset_idx(env_ids)
        obs = torch.cat((self.dof_pos, self.dof_vel, actions), dim=-1)
        return obs, reward, self.reset_buf.clone()


def load():
    return torch.compile(LeggedRobot())


def load_old():
    env = LeggedRobot(max_episode_length=1)
    return torch.compile(env)


def cases():
    yield from build(load, lambda: (randn(5, 3),), "base small nan")
    yield from build(load, lambda: (50.0 + randn(5, 3),), "base", tag="fall-")
    yield from build(load_old, lambda: (0.1 * randn(5, 3),), "base", tag="timeout-")

EXPECT = {'topic': 'robotics',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {43: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
