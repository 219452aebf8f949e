"""Weight averaging of a latent diffusion model with the warm-up of the decay."""

import torch
import torch.nn as nn

from fxkit import build, randn


class LitEma(nn.Module):
    def __init__(self, model, decay=0.6, use_num_updates=True):
        super().__init__()
        self.m_name2s_name = {}
        self.register_buffer("decay", torch.tensor(decay, dtype=torch.float32))
        self.register_buffer("num_updates", torch.tensor(0 if use_num_updates else -1, dtype=torch.int))
        for name, p in model.named_parameters():
            s_name = name.replace(".", "")
            self.m_name2s_name[name] = s_name
            self.register_buffer(s_name, p.clone().detach())

    def current_decay(self):
        decay = self.decay
        if self.num_updates >= 0:
            self.num_updates += 1
            decay = min(self.decay, (1 + self.num_updates) / (10 + self.num_updates))
        return decay

    @torch.no_grad()
    def forward(self, model):
        one_minus_decay = 1.0 - self.current_decay()
        shadow = dict(self.named_buffers())
        for key, p in model.named_parameters():
            s = shadow[self.m_name2s_name[key]]
            s.sub_(one_minus_decay * (s - p))


class Trainer(nn.Module):
    def __init__(self, use_num_updates=True):
        super().__init__()
        self.model = nn.Linear(3, 2)
        self.ema = LitEma(self.model, use_num_updates=use_num_updates)

    @torch.no_grad()
    def forward(self, delta):
        self.model.weight.add_(delta)
        self.ema(self.model)
        return self.ema.weight.clone()


def make_counting():
    return torch.compile(Trainer())


def make_fixed():
    return torch.compile(Trainer(False))


def make_late():
    trainer = Trainer()
    trainer.ema.num_updates.fill_(11)
    return torch.compile(trainer)


def cases():
    yield from build(make_counting, lambda: (randn(2, 3),), "base nan")
    yield from build(make_fixed, lambda: (randn(2, 3, seed=1),), "base", tag="fixed-")
    yield from build(make_late, lambda: (randn(2, 3, seed=2),), "base", tag="late-")

EXPECT = {'topic': 'diffusion',
 'rewrites': [],
 'breaks': {22: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
