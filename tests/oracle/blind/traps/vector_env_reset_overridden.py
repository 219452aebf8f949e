"""Vectorised environment: finished rows are reset by a method that tasks override, also to count and to curriculum."""

import torch

from fxkit import build, randn


class VectorTask:
    def __init__(self, num_envs=4, max_steps=3):
        self.state = randn(num_envs, 2, seed=1)
        self.start = torch.zeros(num_envs, 2)
        self.steps = torch.arange(num_envs) % max_steps
        self.max_steps = max_steps
        self.resets = 0

    def is_done(self):
        return (self.state.norm(dim=-1) > 3.0) | (self.steps >= self.max_steps)

    def reset(self, done):
        self.state = torch.where(done[:, None], self.start, self.state)
        self.steps = torch.where(done, 0, self.steps)

    def step(self, action):
        self.state = self.state + 0.5 * action
        self.steps = self.steps + 1
        done = self.is_done()
        reward = -self.state.square().sum(-1)
        if done.any():
            self.reset(done)
        return self.state.clone(), reward, done


class ReachTask(VectorTask):
    """Starts further away from the goal with every reset."""

    def __init__(self, growth=1.5, **kw):
        super().__init__(**kw)
        self.radius = 0.2
        self.growth = growth

    def reset(self, done):
        self.resets += 1
        self.radius = min(self.radius * self.growth, 2.0)
        self.start = torch.full_like(self.start, self.radius)
        super().reset(done)


def load(task=VectorTask, **kw):
    return torch.compile(task(**kw).step)


def cases():
    yield from build(load, lambda: (randn(4, 2),), "base zero big")
    yield from build(lambda: load(ReachTask), lambda: (randn(4, 2),), "base", tag="reach-")
    yield from build(lambda: load(ReachTask, max_steps=9), lambda: (randn(4, 2) * 0.1,), "base", tag="reach-long-")


EXPECT = {'topic': 'rl',
 'verdict': 'decline',
 'obligations': ['subclass override', 'effects'],
 'breaks': {28: 3},
 'gb': ['GB0170'],
 'naive_differs_in': ['value', 'values'],
 'unsafe': ['close']}
