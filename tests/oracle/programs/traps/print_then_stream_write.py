"""A direct write to the stream stands between two prints."""

import sys

import torch

from fxkit import randn, sweep


@torch.compile
def report(scores):
    print("scores follow")
    y = scores * 2.0
    sys.stdout.write("--\n")
    print("end")
    return y


def cases():
    yield from sweep(report, lambda: (randn(3),), "base")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {12: 1, 14: 1, 15: 1},
 'gb': ['GB0059', 'GB0156'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
