"""Neural spline flow with linear tails: only elements inside of the interval go through the spline."""

import torch
from torch import nn
from torch.nn import functional as F

from fxkit import build, randn

DEFAULT_MIN_BIN_HEIGHT = 1e-3


def linear_spline(inputs, unnormalized_pdf, left, right):
    """Piecewise linear interpolation of the CDF, bins of equal width."""
    num_bins = unnormalized_pdf.size(-1)
    inputs = (inputs - left) / (right - left)
    pdf = F.softmax(unnormalized_pdf, dim=-1) * (1 - num_bins * DEFAULT_MIN_BIN_HEIGHT) + DEFAULT_MIN_BIN_HEIGHT
    cdf = F.pad(torch.cumsum(pdf, dim=-1), pad=(1, 0), mode="constant", value=0.0)

    bin_pos = inputs * num_bins
    bin_idx = torch.floor(bin_pos).long().clamp(0, num_bins - 1)
    alpha = bin_pos - bin_idx.to(bin_pos)
    input_pdfs = pdf.gather(-1, bin_idx[..., None])[..., 0]
    outputs = cdf.gather(-1, bin_idx[..., None])[..., 0] + alpha * input_pdfs
    logabsdet = torch.log(input_pdfs) + torch.log(torch.tensor(float(num_bins)))
    return outputs * (right - left) + left, logabsdet


def unconstrained_linear_spline(inputs, unnormalized_pdf, tail_bound=1.0):
    inside_interval_mask = (inputs >= -tail_bound) & (inputs <= tail_bound)
    outside_interval_mask = ~inside_interval_mask

    outputs = torch.zeros_like(inputs)
    logabsdet = torch.zeros_like(inputs)

    outputs[outside_interval_mask] = inputs[outside_interval_mask]
    logabsdet[outside_interval_mask] = 0

    if torch.any(inside_interval_mask):
        outputs[inside_interval_mask], logabsdet[inside_interval_mask] = linear_spline(
            inputs=inputs[inside_interval_mask],
            unnormalized_pdf=unnormalized_pdf[inside_interval_mask, :],
            left=-tail_bound,
            right=tail_bound,
        )
    return outputs, logabsdet


class PiecewiseCoupling(nn.Module):
    def __init__(self, features=4, num_bins=5, tail_bound=1.5):
        super().__init__()
        self.split, self.num_bins, self.tail_bound = features // 2, num_bins, tail_bound
        self.net = nn.Sequential(nn.Linear(self.split, 16), nn.ReLU(), nn.Linear(16, (features - self.split) * num_bins))

    def forward(self, x):
        identity, transform = x[:, : self.split], x[:, self.split :]
        params = self.net(identity).view(*transform.shape, self.num_bins)
        out, logabsdet = unconstrained_linear_spline(transform, params, self.tail_bound)
        return torch.cat([identity, out], dim=1), logabsdet.sum(dim=1)


def load():
    return torch.compile(PiecewiseCoupling())


def cases():
    yield from build(load, lambda: (randn(6, 4),), "base grad big small nan inf")

EXPECT = {'topic': 'flows',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {35: 4, 38: 4, 40: 2, 41: 3},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
