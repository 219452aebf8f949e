"""A compiled training step that also calls backward and applies plain SGD with momentum."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


@dataclass
class TrainConfig:
    vocab: int = 9
    dim: int = 4
    lr: float = 0.1
    momentum: float = 0.9


class BigramLM(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wte = nn.Embedding(config.vocab, config.dim)
        self.lm_head = nn.Linear(config.dim, config.vocab, bias=False)

    def loss(self, idx):
        logits = self.lm_head(F.silu(self.wte(idx[:, :-1])))
        return F.cross_entropy(logits.flatten(0, 1), idx[:, 1:].flatten())


class Trainer:
    def __init__(self, config=TrainConfig()):
        self.config = config
        self.model = BigramLM(config)
        self.params = list(self.model.parameters())
        self.buffers = [torch.zeros_like(p) for p in self.params]
        self.train_step = torch.compile(self._train_step)

    @torch.no_grad()
    def apply_update(self, grads):
        for p, buf, grad in zip(self.params, self.buffers, grads):
            buf.mul_(self.config.momentum).add_(grad)
            p.sub_(self.config.lr * buf)

    def _train_step(self, idx):
        loss = self.model.loss(idx)
        loss.backward()
        self.apply_update([p.grad for p in self.params])
        return loss.detach()

    def step(self, idx):
        self.model.zero_grad(set_to_none=True)
        loss = self.train_step(idx)
        return {"loss": loss, "head": self.model.lm_head.weight.detach().clone()}


def load():
    return Trainer().step


def cases():
    yield from build(load, lambda: (ints(0, 9, 2, 6),), "base")
    yield from build(load, lambda: (ints(0, 9, 3, 4, seed=8),), "base", tag="other-")

EXPECT = {'rewrites': [],
 'topic': 'training',
 'kind': 'autograd',
 'breaks': {47: 2},
 'gb': ['GB0123'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
