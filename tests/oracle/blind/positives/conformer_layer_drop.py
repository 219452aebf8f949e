"""Conformer encoder with stochastic depth, in the way of NeMo's ConformerEncoder."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def compute_stochastic_depth_drop_probs(num_layers, stochastic_depth_drop_prob=0.0, stochastic_depth_mode="linear"):
    if not (0 <= stochastic_depth_drop_prob < 1.0):
        raise ValueError("stochastic_depth_drop_prob has to be in [0, 1).")
    if stochastic_depth_mode == "linear":
        return [(i + 1) / num_layers * stochastic_depth_drop_prob for i in range(num_layers)]
    return [stochastic_depth_drop_prob for _ in range(num_layers)]


class ConformerLayer(nn.Module):
    def __init__(self, d_model, kernel_size=3):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.pointwise = nn.Linear(d_model, 2 * d_model)
        self.depthwise = nn.Conv1d(d_model, d_model, kernel_size, padding=kernel_size // 2, groups=d_model)

    def forward(self, x, pad_mask):
        y = F.glu(self.pointwise(self.norm(x)), dim=-1)
        y = y.masked_fill(pad_mask.unsqueeze(-1), 0.0)
        y = self.depthwise(y.transpose(1, 2)).transpose(1, 2)
        return x + F.silu(y)


class ConformerEncoder(nn.Module):
    def __init__(self, d_model=4, n_layers=2, stochastic_depth_drop_prob=0.6):
        super().__init__()
        self.layers = nn.ModuleList(ConformerLayer(d_model) for _ in range(n_layers))
        self.layer_drop_probs = compute_stochastic_depth_drop_probs(n_layers, stochastic_depth_drop_prob)

    def forward(self, audio_signal, length):
        max_len = audio_signal.size(1)
        pad_mask = torch.arange(max_len, device=audio_signal.device)[None, :] >= length[:, None]
        for layer, drop_prob in zip(self.layers, self.layer_drop_probs):
            original_signal = audio_signal
            audio_signal = layer(audio_signal, pad_mask)
            if self.training and drop_prob > 0.0:
                should_drop = torch.rand(1) < drop_prob
                # adjusting to match expectation
                if should_drop:
                    # multiplying the signal by 0 ensures that all weights get gradients
                    audio_signal = audio_signal * 0.0 + original_signal
                else:
                    # not doing this operation if drop prob is 0 as it's identity in that case
                    audio_signal = (audio_signal - original_signal) / (1.0 - drop_prob) + original_signal
        return audio_signal


def load(training=True):
    return torch.compile(ConformerEncoder().train(training))


def batch(t=6):
    return randn(2, t, 4), torch.tensor([t, t - 2])


def cases():
    yield from build(load, batch, "base grad nan inf")
    yield from build(load, lambda: batch(9), "base grad", tag="longer-")
    yield from build(lambda: load(False), batch, "base", tag="eval-")


EXPECT = {'topic': 'speech',
 'rewrites': [],
 'breaks': {47: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
