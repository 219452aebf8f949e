"""Proposal scoring of a two-stage tracker; the index of the winner refers to the list of surviving proposals."""

import torch

from fxkit import bools, rand, randn, sweep


def size_penalty(boxes, last_size):
    size = (boxes[:, 2:] - boxes[:, :2]).clamp(min=1e-3)
    ratio = size / last_size
    change = torch.maximum(ratio, 1 / ratio).prod(-1)
    return torch.exp(-0.1 * (change - 1))


def cosine_window(n):
    return 0.5 - 0.5 * torch.cos(2 * torch.pi * torch.arange(n) / max(n - 1, 1))


@torch.compile
def pick_proposal(boxes, logits, last_size, in_view, influence=0.4):
    """Returns the rank within the proposals that are in view, its score, and the penalised scores of all."""
    score = torch.sigmoid(logits) * size_penalty(boxes, last_size)
    score = score * (1 - influence) + cosine_window(score.shape[0]) * influence
    survivors = score[in_view]
    index = survivors.argmax()
    return index, survivors.max(), score


def proposals(n):
    xy = rand(n, 2) * 4
    return torch.cat([xy, xy + 0.5 + rand(n, 2, seed=3)], -1)


def cases():
    size = torch.tensor([1.0, 1.0])
    yield from sweep(pick_proposal, lambda: (proposals(6), randn(6), size, torch.ones(6, dtype=torch.bool)), "base", tag="all-")
    yield from sweep(pick_proposal, lambda: (proposals(6), randn(6), size, torch.arange(6) > 1), "base", tag="later-")
    yield from sweep(pick_proposal, lambda: (proposals(6), randn(6), size, bools(6)), "base", tag="some-")

EXPECT = {'topic': 'tracking',
 'verdict': 'any correct rewrite',
 'obligations': ['R31', 'R34'],
 'breaks': {24: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
