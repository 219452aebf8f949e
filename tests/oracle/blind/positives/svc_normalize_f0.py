"""F0 decoder input of a singing voice converter: pitch is centred on the voiced frames and randomly scaled."""

import torch
from torch import nn

from fxkit import bools, build, rand


def normalize_f0(f0, x_mask, uv, random_scale=True):
    # calculate means based on x_mask
    uv_sum = torch.sum(uv, dim=1, keepdim=True)
    uv_sum[uv_sum == 0] = 9999
    means = torch.sum(f0[:, 0, :] * uv, dim=1, keepdim=True) / uv_sum

    if random_scale:
        factor = torch.empty(f0.shape[0], 1, device=f0.device).uniform_(0.8, 1.2)
    else:
        factor = torch.ones(f0.shape[0], 1, device=f0.device)
    # normalize f0 based on means and factor
    f0_norm = (f0 - means.unsqueeze(-1)) * factor.unsqueeze(-1)
    if torch.isnan(f0_norm).any():
        raise FloatingPointError("f0 contains NaN after normalisation")
    return f0_norm * x_mask


class F0Decoder(nn.Module):
    def __init__(self, hidden=4):
        super().__init__()
        self.prenet = nn.Conv1d(1, hidden, 3, padding=1)
        self.proj = nn.Conv1d(hidden, 1, 1)

    def forward(self, f0, x_mask, uv):
        lf0 = 2595.0 * torch.log10(1.0 + f0.unsqueeze(1) / 700.0) / 500
        norm_lf0 = normalize_f0(lf0, x_mask, uv, random_scale=self.training)
        pred_lf0 = self.proj(torch.relu(self.prenet(norm_lf0)) * x_mask) * x_mask
        return pred_lf0, norm_lf0, lf0


def load(training=True):
    return torch.compile(F0Decoder().train(training))


def batch(t=6, voiced=0.7):
    x_mask = (torch.arange(t)[None, :] < torch.tensor([t, t - 2])[:, None]).float().unsqueeze(1)
    return rand(2, t) * 300, x_mask, bools(2, t, p=voiced).float()


def cases():
    yield from build(load, batch, "base grad nan")
    yield from build(load, lambda: batch(9), "base nan", tag="longer-")
    yield from build(load, lambda: batch(6, -1.0), "base", tag="unvoiced-")
    yield from build(lambda: load(False), batch, "base inf ninf", tag="eval-")


EXPECT = {'topic': 'tts',
 'rewrites': [],
 'breaks': {21: 4, 22: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'compiled-exception-type', 'grad-close']}
