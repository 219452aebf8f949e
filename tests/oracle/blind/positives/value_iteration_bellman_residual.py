"""Value iteration for small tabular MDPs, used as the planner inside an inverse RL loss."""

import torch

from fxkit import rand, randn


class TabularMDP:
    """transition: (S, A, S) rows sum to one; reward: (S,)."""

    def __init__(self, transition, reward, gamma=0.9):
        self.transition = transition
        self.reward = reward
        self.gamma = gamma

    def backup(self, value):
        q = self.reward[:, None] + self.gamma * torch.einsum("sat,t->sa", self.transition, value)
        return q


@torch.compile
def plan(mdp, tol=1e-2, max_sweeps=6):
    """Returns the soft policy and the value after at most `max_sweeps` sweeps."""
    value = torch.zeros_like(mdp.reward)
    residual = torch.tensor(float("inf"))
    sweeps = 0
    while sweeps < max_sweeps and residual > tol:
        new = mdp.backup(value).max(-1).values
        residual = (new - value).abs().max()
        value = new
        sweeps += 1
    q = mdp.backup(value)
    policy = torch.softmax(q / 0.5, -1)
    return policy, value, residual


def world(scale, gamma):
    def make():
        p = rand(4, 2, 4)
        mdp = TabularMDP(p / p.sum(-1, keepdim=True), randn(4) * scale, gamma)
        return plan, (mdp,), {}

    return make


def cases():
    yield "no-discount-needed", world(1.0, 0.0)
    yield "short-horizon", world(0.2, 0.3)
    yield "long-horizon", world(1.0, 0.95)
    yield "no-reward", world(0.0, 0.9)

EXPECT = {'topic': 'RL',
 'rewrites': ['R8', 'R14'],
 'breaks': {27: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
