import torch


def clamp(x):
    return x


def scale(x, flag):
    if flag.any():
        x = x * 2
    return x
