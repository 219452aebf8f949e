"""Diarisation batch statistics: the number of distinct speakers sets the weight of the permutation-free loss."""

import torch
import torch.nn.functional as F

from fxkit import ints, randn, sweep


def affinity(emb):
    emb = F.normalize(emb, dim=-1)
    return emb @ emb.t()


def count_speakers(speaker_ids):
    return len(set(speaker_ids.tolist()))


@torch.compile
def diarisation_loss(emb, speaker_ids, base_weight=0.5):
    sim = affinity(emb)
    same = (speaker_ids[:, None] == speaker_ids[None]).to(sim.dtype)
    pull = ((1 - sim) * same).sum() / same.sum().clamp(min=1)
    push = (torch.relu(sim) * (1 - same)).sum() / (1 - same).sum().clamp(min=1)
    speakers = count_speakers(speaker_ids)
    weight = base_weight * (speakers - 1)
    return pull + weight * push, sim.detach()


def cases():
    yield from sweep(diarisation_loss, lambda: (randn(5, 3), torch.tensor([0, 0, 1, 1, 2])), "base grad", tag="sorted-")
    yield from sweep(diarisation_loss, lambda: (randn(5, 3), torch.tensor([2, 0, 2, 1, 0])), "base", tag="shuffled-")
    yield from sweep(diarisation_loss, lambda: (randn(4, 3), torch.full((4,), 7)), "base", tag="one-")
    yield from sweep(diarisation_loss, lambda: (randn(6, 3), ints(0, 3, 6)), "base", tag="drawn-")

EXPECT = {'topic': 'audio',
 'verdict': 'any correct rewrite',
 'obligations': ['R34'],
 'breaks': {15: 1},
 'gb': ['GB0033'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'grad-close']}
