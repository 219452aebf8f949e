"""Speech encoder with LayerDrop: whole layers are skipped at random during training."""

import torch
from torch import nn

from fxkit import build, randn


class EncoderLayer(nn.Module):
    def __init__(self, dim: int, ffn: int):
        super().__init__()
        self.layer_norm = nn.LayerNorm(dim)
        self.intermediate_dense = nn.Linear(dim, ffn)
        self.output_dense = nn.Linear(ffn, dim)

    def forward(self, hidden_states: torch.Tensor) -> torch.Tensor:
        residual = hidden_states
        hidden_states = self.layer_norm(hidden_states)
        hidden_states = self.output_dense(nn.functional.gelu(self.intermediate_dense(hidden_states)))
        return residual + hidden_states


class Wav2VecEncoder(nn.Module):
    def __init__(self, dim=8, ffn=12, layers=3, layerdrop=0.4):
        super().__init__()
        self.layerdrop = layerdrop
        self.feature_projection = nn.Linear(5, dim)
        self.layers = nn.ModuleList([EncoderLayer(dim, ffn) for _ in range(layers)])
        self.layer_norm = nn.LayerNorm(dim)

    def forward(self, input_values: torch.Tensor, output_hidden_states: bool = False):
        all_hidden_states = () if output_hidden_states else None
        hidden_states = self.feature_projection(input_values)

        for layer in self.layers:
            if output_hidden_states:
                all_hidden_states = all_hidden_states + (hidden_states,)

            # add LayerDrop (see https://arxiv.org/abs/1909.11556 for description)
            if self.training:
                dropout_probability = torch.rand([])
                if dropout_probability >= self.layerdrop:
                    hidden_states = layer(hidden_states)
            else:
                hidden_states = layer(hidden_states)

        hidden_states = self.layer_norm(hidden_states)
        if output_hidden_states:
            return hidden_states, all_hidden_states
        return hidden_states


def make(layerdrop=0.4, training=True):
    model = Wav2VecEncoder(layerdrop=layerdrop)
    model.train(training)
    model.compile()
    return model


def cases():
    yield from build(make, lambda: (randn(2, 4, 5),), "base grad nan")
    yield from build(lambda: make(0.0), lambda: (randn(2, 4, 5),), "base", tag="never-")
    yield from build(lambda: make(1.0), lambda: (randn(2, 4, 5),), "base grad", tag="always-")
    yield from build(lambda: make(training=False), lambda: (randn(1, 4, 5),), "base", {"output_hidden_states": True}, "eval-")
    yield from build(lambda: make(0.7), lambda: (randn(1, 3, 5),), "base", tag="often-")

EXPECT = {'topic': 'speech encoder',
 'rewrites': [],
 'breaks': {42: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['grad-none-zero', 'finite-grad', 'fresh-result'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'grad-close']}
