"""Prioritised replay: a sample is found by walking down the sum tree with its share of the total."""

import torch

from fxkit import rand, sweep

CAPACITY = 8


def build_tree(priorities):
    """node i has the children 2 i + 1 and 2 i + 2; the leaves come last"""
    levels = [priorities]
    while levels[-1].numel() > 1:
        levels.append(levels[-1].view(-1, 2).sum(dim=1))
    return torch.cat(levels[::-1])


def get_leaf(tree, value):
    parent = 0
    for _ in range(CAPACITY.bit_length() - 1):
        left = 2 * parent + 1
        right = left + 1
        if value <= tree[left]:
            parent = left
        else:
            value = value - tree[left]
            parent = right
    return parent - (CAPACITY - 1), tree[parent]


@torch.compile
def sample_batch(priorities, shares, beta=0.4):
    tree = build_tree(priorities)
    total = tree[0]
    idxs, weights = [], []
    for share in shares:
        idx, priority = get_leaf(tree, share * total)
        idxs.append(idx)
        weights.append((CAPACITY * priority / total) ** -beta)
    weights = torch.stack(weights)
    return torch.tensor(idxs), weights / weights.max()


def cases():
    yield from sweep(sample_batch, lambda: (rand(8) + 0.1, torch.tensor([0.03, 0.55, 0.97])), "base")
    yield from sweep(sample_batch, lambda: (torch.tensor([0.0, 0.0, 3.0, 0.0, 1.0, 0.5, 0.0, 0.0]), torch.tensor([0.2, 0.7, 0.95])), "base", tag="sparse-")

EXPECT = {'topic': 'rl',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {23: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
