"""Discounted returns of one rollout, restarted at episode ends."""

import torch

from fxkit import randn


class RolloutBuffer:
    def __init__(self, rewards, dones, gamma=0.99):
        self.rewards = rewards
        self.dones = dones
        self.gamma = gamma


@torch.compile
def compute_returns(buffer, last_value, normalize=True):
    R = last_value
    returns = []
    for step in reversed(range(buffer.rewards.shape[0])):
        if buffer.dones[step]:
            R = torch.zeros_like(last_value)
        R = buffer.rewards[step] + buffer.gamma * R
        returns.insert(0, R)
    returns = torch.stack(returns)
    if normalize:
        returns = (returns - returns.mean()) / (returns.std() + 1e-8)
    return returns


def cases():
    def case(dones, normalize, grad):
        def make():
            value = randn(1).reshape(()).requires_grad_(grad)
            return compute_returns, (RolloutBuffer(randn(5), torch.tensor(dones)), value, normalize), {}

        return make

    yield "mid", case([False, False, True, False, False], True, False)
    yield "last", case([False, False, False, False, True], False, False)
    yield "never", case([False] * 5, True, True)
    yield "twice", case([True, False, True, False, False], False, True)


EXPECT = {'topic': 'rl',
 'rewrites': ['R2'],
 'breaks': {20: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
