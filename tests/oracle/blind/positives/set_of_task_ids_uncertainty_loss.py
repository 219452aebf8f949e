"""Multi-task robot policy: losses are averaged per task present in the batch, weighted by learned uncertainty."""

import torch
from torch import nn
import torch.nn.functional as F

from fxkit import build, randn


class TaskBalancedLoss(nn.Module):
    def __init__(self, obs=4, act=2, num_tasks=4):
        super().__init__()
        self.num_tasks = num_tasks
        self.policy = nn.Linear(obs, act)
        self.log_sigma = nn.Parameter(torch.zeros(num_tasks))
        self.register_buffer("seen", torch.zeros(num_tasks, dtype=torch.long))

    def forward(self, obs, action, task_ids):
        per_sample = F.smooth_l1_loss(self.policy(obs), action, reduction="none").mean(-1)
        present = sorted(set(task_ids.tolist()))
        total = per_sample.new_zeros(())
        for tid in present:
            sel = task_ids == tid
            total = total + per_sample[sel].mean() * torch.exp(-self.log_sigma[tid]) + self.log_sigma[tid]
            self.seen[tid] += sel.sum()
        return total / len(present)


def cases():
    make = lambda: torch.compile(TaskBalancedLoss())
    for name, ids in {"mixed": [3, 0, 3, 1], "single": [2, 2, 2, 2], "every": [0, 1, 2, 3]}.items():
        yield from build(make, lambda ids=ids: (randn(4, 4), randn(4, 2), torch.tensor(ids)), "base", tag=name + "-")


EXPECT = {'topic': 'robot learning',
 'rewrites': [],
 'breaks': {20: 1, 24: 1},
 'gb': ['GB0033', 'GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
