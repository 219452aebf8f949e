"""A vectorised environment puts reset observations where an episode is over."""

import torch

from fxkit import randn, sweep


class VecState:
    def __init__(self, num_envs=4, obs_dim=3):
        self.obs = torch.zeros(num_envs, obs_dim)
        self.ep_return = torch.zeros(num_envs)
        self.ep_length = torch.zeros(num_envs, dtype=torch.long)
        self.dynamics = torch.eye(obs_dim) * 0.5


@torch.compile
def step_envs(state, action, fresh_obs, limit: float = 2.0):
    state.obs.copy_(state.obs @ state.dynamics + action)
    reward = -state.obs.square().sum(dim=-1)
    state.ep_return.add_(reward)
    state.ep_length.add_(1)
    done = state.obs.abs().amax(dim=-1) > limit
    final_return = state.ep_return.clone()
    state.obs[done] = fresh_obs[done]
    state.ep_return[done] = 0.0
    state.ep_length[done] = 0
    return state.obs.clone(), reward, done, final_return


def cases():
    yield from sweep(step_envs, lambda: (VecState(), randn(4, 3) * 2, randn(4, 3, seed=6)), "base big zero nan")

EXPECT = {'topic': 'rl',
 'rewrites': ['R31'],
 'breaks': {24: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
