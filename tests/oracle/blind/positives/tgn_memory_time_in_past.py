"""Temporal graph network: the memory of nodes may not be updated to a time in the past."""

import torch
from torch import nn

from fxkit import build, rand, randn


class Memory(nn.Module):
    def __init__(self, n_nodes, memory_dimension):
        super().__init__()
        self.n_nodes = n_nodes
        self.register_buffer("memory", torch.zeros(n_nodes, memory_dimension))
        self.register_buffer("last_update", torch.zeros(n_nodes))

    def get_memory(self, node_idxs):
        return self.memory[node_idxs, :]

    def set_memory(self, node_idxs, values):
        self.memory[node_idxs, :] = values

    def get_last_update(self, node_idxs):
        return self.last_update[node_idxs]


class SequenceMemoryUpdater(nn.Module):
    def __init__(self, message_dimension=3, memory_dimension=4, n_nodes=8):
        super().__init__()
        self.memory = Memory(n_nodes, memory_dimension)
        self.layer_norm = torch.nn.LayerNorm(memory_dimension)
        self.memory_updater = nn.GRUCell(message_dimension, memory_dimension)

    def forward(self, unique_node_ids, unique_messages, timestamps):
        assert (
            self.memory.get_last_update(unique_node_ids) <= timestamps
        ).all().item(), "Trying to update memory to time in the past"

        memory = self.memory.get_memory(unique_node_ids)
        self.memory.last_update[unique_node_ids] = timestamps
        updated_memory = self.layer_norm(self.memory_updater(unique_messages, memory))
        self.memory.set_memory(unique_node_ids, updated_memory.detach())
        return updated_memory


def load():
    return torch.compile(SequenceMemoryUpdater())


def cases():
    yield from build(load, lambda: (torch.tensor([0, 3, 5]), randn(3, 3), rand(3)), "base grad nan")
    yield from build(load, lambda: (torch.tensor([2, 1]), randn(2, 3), torch.tensor([0.5, -1.0])), "base", tag="past-")
    yield from build(load, lambda: (torch.tensor([2]), randn(1, 3), torch.tensor([float("nan")])), "base", tag="clock-")

EXPECT = {'topic': 'graphs',
 'kind': 'check',
 'rewrites': [],
 'breaks': {34: 1, 36: 5},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
