"""Option-critic: the running option is kept until its termination fires, then the greedy option over options starts."""

import torch
from torch import nn

from fxkit import randn


class OptionCritic(nn.Module):
    def __init__(self, obs=4, options=3, actions=2, bias=0.0):
        super().__init__()
        self.q = nn.Linear(obs, options)
        self.term = nn.Linear(obs, options)
        nn.init.constant_(self.term.bias, bias)
        self.policy = nn.Parameter(torch.randn(options, obs, actions) * 0.3)
        self.current_option = torch.tensor(0)
        self.switches = torch.tensor(0)
        self.steps_in_option = torch.tensor(0)

    def greedy_option(self, obs):
        return self.q(obs).argmax(-1)

    def should_terminate(self, obs, u):
        beta = torch.sigmoid(self.term(obs))[self.current_option]
        return bool(u < beta), beta

    def forward(self, obs, u):
        terminate, beta = self.should_terminate(obs, u)
        if terminate:
            new = self.greedy_option(obs)
            if new != self.current_option:
                self.switches = self.switches + 1
            self.current_option = new
            self.steps_in_option = torch.zeros_like(self.steps_in_option)
        else:
            self.steps_in_option = self.steps_in_option + 1
        logits = obs @ self.policy[self.current_option]
        return logits, beta, self.current_option


def agent(u, bias=0.0):
    def make():
        torch.manual_seed(4)
        return torch.compile(OptionCritic(bias=bias)), (randn(4), torch.tensor(u)), {}

    return make


def cases():
    yield "keeps", agent(0.99)
    yield "ends", agent(0.01)
    yield "sure-end", agent(0.9, 9.0)
    yield "never", agent(0.1, -9.0)


EXPECT = {'topic': 'RL',
 'rewrites': [],
 'breaks': {25: 2, 31: 1},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
