"""Errors of a forecaster, in percent and in the unit of the series."""

import torch
from torch import nn

from fxkit import build, randn


class SeasonalLinear(nn.Module):
    def __init__(self, context=8, horizon=3):
        super().__init__()
        self.trend = nn.Linear(context, horizon)

    def normalise(self, series):
        centre = series.mean(dim=-1, keepdim=True)
        spread = series.std(dim=-1, keepdim=True) + 1e-5
        return (series - centre) / spread, centre, spread

    def forecast_errors(self, prediction, future):
        error = prediction - future
        mae = error.abs().mean()
        smape = (2 * error.abs() / (prediction.abs() + future.abs() + 1e-8)).mean()
        return mae, smape, error.pow(2).mean()

    def forward(self, past, future):
        scaled, centre, spread = self.normalise(past)
        prediction = self.trend(scaled) * spread + centre
        mae, smape, mse = self.forecast_errors(prediction, future)
        stats = dict(mae=mae.item(), smape=100.0 * smape.item())
        stats.update(rmse=mse.sqrt().item())
        return {"prediction": prediction, "loss": mse, "stats": stats}


def load():
    return torch.compile(SeasonalLinear())


def cases():
    yield from build(load, lambda: (randn(2, 8), randn(2, 3)), "base nan big grad")

EXPECT = {'topic': 'forecasting',
 'rewrites': ['R28'],
 'breaks': {29: 4, 30: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
