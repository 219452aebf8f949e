"""Stratified sampling from the sum tree of prioritised replay, with importance weights."""

import torch

from fxkit import build, rand


class SumTree:
    def __init__(self, capacity=8):
        assert capacity & (capacity - 1) == 0, "capacity must be a power of two"
        self.capacity = capacity
        self.tree = torch.zeros(2 * capacity - 1)

    def rebuild(self, priorities):
        self.tree[self.capacity - 1 :] = priorities
        for idx in range(self.capacity - 2, -1, -1):
            self.tree[idx] = self.tree[2 * idx + 1] + self.tree[2 * idx + 2]

    def total(self):
        return self.tree[0]

    def _retrieve(self, s):
        idx = 0
        while idx < self.capacity - 1:
            left = 2 * idx + 1
            if s <= self.tree[left]:
                idx = left
            else:
                s = s - self.tree[left]
                idx = left + 1
        return idx

    def get(self, s):
        idx = self._retrieve(s)
        return idx, self.tree[idx], idx - self.capacity + 1


class PrioritizedReplay:
    def __init__(self, storage, alpha=0.6, beta=0.4):
        self.storage = storage
        self.tree = SumTree(storage.shape[0])
        self.alpha, self.beta = alpha, beta

    def sample(self, td_errors, uniforms):
        self.tree.rebuild((td_errors.abs() + 1e-5) ** self.alpha)
        n = uniforms.shape[0]
        segment = self.tree.total() / n
        idxs, priorities, data_idxs = [], [], []
        for i in range(n):
            # one sample out of each segment
            idx, p, data_idx = self.tree.get((i + uniforms[i]) * segment)
            idxs.append(idx)
            priorities.append(p)
            data_idxs.append(data_idx)
        probs = torch.stack(priorities) / self.tree.total()
        weights = (self.storage.shape[0] * probs) ** -self.beta
        return self.storage[torch.tensor(data_idxs)], weights / weights.max(), torch.tensor(idxs)


def load(capacity=4):
    return torch.compile(PrioritizedReplay(rand(capacity, 3)).sample)


def cases():
    yield from build(load, lambda: (rand(4), rand(2, seed=2)), "base zero")
    yield from build(load, lambda: (torch.tensor([0.0, 5.0, 0.0, 0.1]), rand(2, seed=4)), "base", tag="peaked-")
    yield from build(lambda: load(8), lambda: (rand(8), rand(3, seed=2)), "base", tag="wide-")


EXPECT = {'topic': 'rl',
 'rewrites': [],
 'breaks': {26: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'number-tensor']}
