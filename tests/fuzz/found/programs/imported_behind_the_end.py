import warnings

raise SystemExit
import torch
import torch


def f(x):
    lows(x).sum()
    warnings.warn("")
