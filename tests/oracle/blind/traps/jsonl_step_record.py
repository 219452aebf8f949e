"""Client step that writes one JSON line with its loss and gradient norm."""

import json

import torch

from fxkit import randn


class Client:
    def __init__(self, cid, dim, lr=0.1):
        self.cid = cid
        self.weight = torch.ones(dim)
        self.lr = lr
        self.records = []

    def gradient(self, x, y):
        err = x @ self.weight - y
        return err.pow(2).mean(), 2 * x.t() @ err / len(y)

    @torch.compile
    def local_step(self, x, y):
        loss, grad = self.gradient(x, y)
        self.weight = self.weight - self.lr * grad
        self.records.append(json.dumps({"client": self.cid, "loss": round(loss.item(), 4), "grad": grad.norm().item()}))
        return loss


def cases():
    for seed in (0, 5):
        def make(seed=seed):
            return Client(seed, 3).local_step, (randn(4, 3, seed=seed), randn(4, seed=seed)), {}

        yield f"s{seed}", make

EXPECT = {'topic': 'federated learning',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {25: 2},
 'gb': ['GB0124', 'GB0156'],
 'naive_differs_in': ['value'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
