"""T5 block: hidden states in half precision are clamped when they overflowed."""

import torch
from torch import nn

from fxkit import build, randn


class T5LayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.variance_epsilon = eps

    def forward(self, hidden_states):
        variance = hidden_states.to(torch.float32).pow(2).mean(-1, keepdim=True)
        hidden_states = hidden_states * torch.rsqrt(variance + self.variance_epsilon)
        if self.weight.dtype in [torch.float16, torch.bfloat16]:
            hidden_states = hidden_states.to(self.weight.dtype)
        return self.weight * hidden_states


class T5LayerFF(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.wi = nn.Linear(d_model, d_ff, bias=False)
        self.wo = nn.Linear(d_ff, d_model, bias=False)
        self.layer_norm = T5LayerNorm(d_model)

    def forward(self, hidden_states):
        forwarded = self.wo(torch.relu(self.wi(self.layer_norm(hidden_states))))
        return hidden_states + forwarded


class T5Stack(nn.Module):
    def __init__(self, d_model=4, d_ff=8, num_layers=2):
        super().__init__()
        self.block = nn.ModuleList(T5LayerFF(d_model, d_ff) for _ in range(num_layers))
        self.final_layer_norm = T5LayerNorm(d_model)

    def forward(self, hidden_states):
        for layer in self.block:
            hidden_states = layer(hidden_states)
            # clamp inf values to enable fp16 training
            if hidden_states.dtype == torch.float16 and torch.isinf(hidden_states).any():
                clamp_value = torch.finfo(hidden_states.dtype).max - 1000
                hidden_states = torch.clamp(hidden_states, min=-clamp_value, max=clamp_value)
        return self.final_layer_norm(hidden_states)


def load():
    return torch.compile(T5Stack().half())


def load_overflow():
    model = T5Stack().half()
    with torch.no_grad():
        model.block[0].wo.weight.fill_(6e4)
    return torch.compile(model)


def load_fp32():
    return torch.compile(T5Stack())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4).half(),), "base grad inf nan big")
    yield from build(load_overflow, lambda: (randn(2, 3, 4).half(),), "base grad", tag="overflow-")
    yield from build(load_fp32, lambda: (randn(2, 3, 4),), "base inf", tag="fp32-")


EXPECT = {'topic': 'transformer',
 'kind': 'inf_clamp',
 'rewrites': [],
 'breaks': {45: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result']}
