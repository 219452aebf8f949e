"""Calls that are made as they are; one of them fails."""

import torch


@torch.compile
def item(x):
    return x + x.sum().item()


@torch.compile(fullgraph=True)
def whole(x):
    print("not in a graph")
    return x


calls = {"item": lambda: item(torch.ones(2)), "whole": lambda: whole(torch.ones(2))}
number = 3
