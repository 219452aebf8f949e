"""Log mel features: compress only if the dynamic range is above 80 dB, then normalise."""

import torch

from fxkit import rand, randn, sweep


def power_to_db(power, amin=1e-10, ref=1.0):
    db = 10.0 * torch.log10(power.clamp(min=amin))
    return db - 10.0 * torch.log10(torch.tensor(max(amin, ref)))


@torch.compile
@torch.no_grad()
def log_mel(spec, filters, top_db=80.0):
    mel = filters @ (spec * spec)
    feats = power_to_db(mel)
    if (span := feats.max() - feats.min()) > top_db:
        floor = feats.max() - top_db
        feats = torch.maximum(feats, floor)
        span = torch.full_like(span, top_db)
    return (feats - feats.mean()) / (span + 1e-5)


def cases():
    yield from sweep(log_mel, lambda: (randn(6, 5), rand(3, 6)), "base nan zero")
    yield from sweep(log_mel, lambda: (torch.cat([randn(6, 4), torch.zeros(6, 1)], 1) * 1e3, rand(3, 6)), "base inf", tag="wide-")


EXPECT = {'topic': 'audio',
 'rewrites': ['R2'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
