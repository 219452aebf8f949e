"""Breaks behind a break, each behind calls of methods, which is where Dynamo's line numbers drift on Python 3.11."""

import torch


@torch.compile
def steps(x):
    print("one")
    x = x.abs().relu().sigmoid()
    x = x.cos().sin().tanh()
    x = x.exp().neg().abs()
    print("two")
    x = x.abs().relu().sigmoid()
    x = x.cos().sin().tanh()
    print("three")
    return x


@torch.compile
def clean(x):
    if x.shape[0] > 2:
        x = x + 1
    return x


@torch.compile
def hidden(x):
    table = {"a": torch.compiler.disable(lambda y: y + 1)}
    return [each(x) for each in table.values()][0] * 2


steps(torch.ones(3))
clean(torch.ones(3))
hidden(torch.ones(3))
