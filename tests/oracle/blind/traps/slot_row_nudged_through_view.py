"""Slot memory of a streaming clusterer: the winning slot moves towards the sample when it is close enough."""

import torch

from fxkit import randn


class SlotMemory:
    """Prototype rows with per-slot hit counts."""

    def __init__(self, slots, rate=0.3, radius=1.5):
        self.slots = slots
        self.hits = torch.zeros(slots.shape[0])
        self.rate = rate
        self.radius = radius

    def distances(self, x):
        return (self.slots - x).norm(dim=-1)


@torch.compile
def assign_round_robin(memory, samples):
    """Sample i competes for slot i modulo the number of slots."""
    assigned = []
    for i in range(samples.shape[0]):
        k = i % memory.slots.shape[0]
        row = memory.slots[k]
        gap = samples[i] - row
        if gap.norm() < memory.radius:
            row += memory.rate * gap
            memory.hits[k] += 1
        assigned.append(row.sum())
    return torch.stack(assigned), memory.distances(samples[0])


def stream(scale, slots=3):
    def make():
        return assign_round_robin, (SlotMemory(randn(slots, 2)), randn(5, 2, seed=4) * scale), {}

    return make


def cases():
    yield "near", stream(0.3)
    yield "mixed", stream(1.5)
    yield "far", stream(40.0)

EXPECT = {'topic': 'clustering',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R13'],
 'breaks': {29: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
