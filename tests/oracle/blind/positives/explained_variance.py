"""Value-function diagnostics after a rollout: GAE and the explained variance."""

import torch

from fxkit import rand, randn, sweep


def compute_gae(rewards, values, next_value, gamma=0.99, lam=0.95):
    advantages = []
    last = torch.zeros_like(next_value)
    for t in reversed(range(rewards.shape[0])):
        nextvalues = next_value if t == rewards.shape[0] - 1 else values[t + 1]
        delta = rewards[t] + gamma * nextvalues - values[t]
        last = delta + gamma * lam * last
        advantages.append(last)
    return torch.stack(advantages[::-1])


def explained_variance(y_pred, y_true):
    var_y = y_true.var()
    if var_y == 0:
        return float("nan")
    return 1 - (y_true - y_pred).var().item() / var_y.item()


@torch.compile
def finish_rollout(rewards, values, next_value):
    adv = compute_gae(rewards, values, next_value)
    returns = adv + values
    ev = explained_variance(values.reshape(-1), returns.reshape(-1))
    adv = (adv - adv.mean()) / (adv.std() + 1e-8)
    return adv, returns, {"explained_variance": ev}


def cases():
    yield from sweep(finish_rollout, lambda: (randn(4, 2), randn(4, 2, seed=1), randn(2)), "base grad nan")
    yield from sweep(finish_rollout, lambda: (torch.zeros(4, 2), torch.zeros(4, 2), torch.zeros(2)), "base", tag="const-")
    yield from sweep(finish_rollout, lambda: (rand(4, 2) * 9, randn(4, 2, seed=1), randn(2)), "base", tag="rand-")

EXPECT = {'topic': 'rl',
 'rewrites': [],
 'breaks': {21: 1, 23: 1},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor', 'grad-close']}
