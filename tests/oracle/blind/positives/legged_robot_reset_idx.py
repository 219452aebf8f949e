"""Post-physics step of a batch of legged robots: fallen or timed out environments are reset in place."""

import torch

from fxkit import build, rand, randn


class LeggedRobot:
    def __init__(self, num_envs=6, num_dof=3, max_episode_length=20, max_episode_length_s=2.0):
        self.num_envs, self.num_dof = num_envs, num_dof
        self.max_episode_length = max_episode_length
        self.max_episode_length_s = max_episode_length_s
        self.default_dof_pos = torch.linspace(-0.5, 0.5, num_dof)
        self.dof_pos = randn(num_envs, num_dof, seed=1)
        self.dof_vel = randn(num_envs, num_dof, seed=2)
        self.last_actions = torch.zeros(num_envs, num_dof)
        self.episode_length_buf = torch.arange(num_envs) * 3
        self.reset_buf = torch.zeros(num_envs, dtype=torch.bool)
        self.episode_sums = {name: torch.zeros(num_envs) for name in ("tracking", "torques")}
        self.extras = {"rew_tracking": torch.zeros(()), "rew_torques": torch.zeros(())}

    def check_termination(self, projected_gravity):
        self.reset_buf = projected_gravity[:, 2] > -0.1
        self.time_out_buf = self.episode_length_buf > self.max_episode_length
        self.reset_buf |= self.time_out_buf

    def compute_reward(self, actions):
        rewards = {
            "tracking": torch.exp(-torch.square(self.dof_vel).sum(dim=1) / 0.25),
            "torques": -1e-2 * torch.square(actions).sum(dim=1),
        }
        for name, rew in rewards.items():
            self.episode_sums[name] += rew
        return sum(rewards.values())

    def reset_idx(self, env_ids):
        if len(env_ids) == 0:
            return
        # reset robot states
        self.dof_pos[env_ids] = self.default_dof_pos
        self.dof_vel[env_ids] = 0.0
        # reset buffers
        self.last_actions[env_ids] = 0.0
        self.episode_length_buf[env_ids] = 0
        # fill extras
        for key in self.episode_sums.keys():
            self.extras["rew_" + key] = torch.mean(self.episode_sums[key][env_ids]) / self.max_episode_length_s
            self.episode_sums[key][env_ids] = 0.0

    def post_physics_step(self, actions, projected_gravity):
        self.episode_length_buf += 1
        self.dof_vel += 0.1 * (actions - self.dof_vel)
        self.dof_pos += 0.02 * self.dof_vel
        self.check_termination(projected_gravity)
        rew_buf = self.compute_reward(actions)
        env_ids = self.reset_buf.nonzero(as_tuple=False).flatten()
        self.reset_idx(env_ids)
        self.last_actions[:] = actions[:]
        obs_buf = torch.cat((projected_gravity, self.dof_pos - self.default_dof_pos, self.dof_vel), dim=-1)
        return obs_buf, rew_buf, self.reset_buf


def load():
    return torch.compile(LeggedRobot().post_physics_step)


def cases():
    yield from build(load, lambda: (randn(6, 3), randn(6, 3, seed=4)), "base neg pos")
    yield from build(load, lambda: (randn(6, 3), torch.full((6, 3), -1.0)), "base", tag="upright-")
    yield from build(load, lambda: (randn(6, 3), torch.full((6, 3), 1.0)), "base", tag="fallen-")


EXPECT = {'topic': 'robotics',
 'rewrites': [],
 'breaks': {56: 1},
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
            'requires-grad']}
