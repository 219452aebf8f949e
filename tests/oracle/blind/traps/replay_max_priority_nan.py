"""Prioritised replay: priorities are refreshed from the TD errors."""

import torch

from fxkit import randn


class PrioritizedReplay:
    def __init__(self, capacity=6, alpha=0.6, eps=1e-3):
        self.alpha = alpha
        self.eps = eps
        self.max_priority = 1.0
        self.priorities = torch.full((capacity,), self.max_priority)

    def update(self, indices, td_errors):
        new = (td_errors.abs() + self.eps) ** self.alpha
        self.priorities[indices] = new
        self.max_priority = max(self.max_priority, new.max().item())
        probs = self.priorities / self.priorities.sum()
        weights = (probs[indices] * self.priorities.numel()) ** -0.4
        return weights / weights.max()


def load(**kw):
    return torch.compile(PrioritizedReplay(**kw).update)


def cases():
    def case(scale, poison=False):
        def make():
            td = randn(3) * scale
            if poison:
                td[1] = float("nan")
            return load(), (torch.tensor([0, 4, 2]), td), {}

        return make

    yield "base", case(1.0)
    yield "large", case(50.0)
    yield "nan", case(1.0, True)


EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R1', 'R22'],
 'breaks': {-1: 1, 18: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': ['number-tensor', 'close']}
