"""Integer inference: accumulators are rescaled by calibrated factors that are stored in double precision."""

import torch
from torch import Tensor, nn

from fxkit import build, ints


class Calibration(nn.Module):
    """Ranges found on the calibration set. The factors are doubles because the calibrator works in doubles."""

    def __init__(self, act_max: float, weight_max: float, bits: int = 8):
        super().__init__()
        levels = 2 ** (bits - 1) - 1
        self.register_buffer("act_scale", torch.tensor(act_max / levels, dtype=torch.float64))
        self.register_buffer("weight_scale", torch.tensor(weight_max / levels, dtype=torch.float64))


class IntLinear(nn.Module):
    def __init__(self, in_features: int = 6, out_features: int = 3, bits: int = 8):
        super().__init__()
        self.register_buffer("weight", ints(-8, 8, out_features, in_features))
        self.register_buffer("bias", torch.linspace(-0.5, 0.5, out_features))
        self.calibration = Calibration(act_max=3.0, weight_max=0.8, bits=bits)

    def quantize(self, x: Tensor) -> Tensor:
        if not x.is_floating_point():
            return x
        return torch.round(x / self.calibration.act_scale.float()).clamp(-128, 127).long()

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        acc = (self.quantize(x).unsqueeze(-2) * self.weight).sum(-1)
        factor = self.calibration.act_scale.item() * self.calibration.weight_scale.item()
        out = acc * factor + self.bias
        peak = torch.tensor([factor, acc.abs().max().item()])
        return out, peak


def make(bits=8):
    return torch.compile(IntLinear(bits=bits))


def _float(n):
    return (ints(-30, 30, n, 6).float() / 10.0,)


def cases():
    yield from build(make, lambda: _float(4), "base")
    yield from build(make, lambda: (ints(-100, 100, 2, 6),), "base", tag="int-")
    yield from build(lambda: make(4), lambda: _float(1), "base zero", tag="int4-")

EXPECT = {'topic': 'integer inference',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {33: 5, 35: 3},
 'gb': ['GB0124'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['number-tensor', 'fresh-result']}
