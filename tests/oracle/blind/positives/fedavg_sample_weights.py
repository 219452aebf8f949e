"""FedAvg on the server: weights from the clients' sample counts, empty rounds keep the model."""

import torch

from fxkit import randn


class Server:
    def __init__(self, shapes):
        self.global_model = {k: torch.ones(*s) for k, s in shapes.items()}
        self.history = []

    def client_weights(self, num_samples):
        total = num_samples.sum().item()
        if total == 0:
            return [0.0 for _ in num_samples], True
        return [n.item() / total for n in num_samples], False

    @torch.compile
    @torch.no_grad()
    def aggregate(self, updates, num_samples):
        weights, empty = self.client_weights(num_samples)
        new = {}
        for key, value in self.global_model.items():
            acc = torch.zeros_like(value)
            for w, update in zip(weights, updates):
                acc += w * update[key]
            new[key] = value.clone() if empty else acc
        self.global_model = new
        return weights, {key: value.clone() for key, value in new.items()}


def case(counts, seed=0):
    def make():
        updates = [{"w": randn(3, 2, seed=seed + i), "b": randn(3, seed=seed + i)} for i in range(len(counts))]
        return Server({"w": (3, 2), "b": (3,)}).aggregate, (updates, torch.tensor(counts)), {}

    return make


def cases():
    yield "base", case([10, 30, 5])
    yield "absent", case([0, 7, 0], 3)
    yield "empty", case([0, 0, 0], 6)

EXPECT = {'topic': 'federated learning',
 'rewrites': [],
 'breaks': {14: 1, 17: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor']}
