import torch

from .base import noisy


def cut(x):
    return x[x > 0]


def positive(x):
    return (x > 0).tolist()


def largest(x):
    return x.max().item()


ACTIVATIONS = {"relu": torch.relu, "noisy": noisy, "cut": cut}
ACTIVATIONS["positive"] = positive
if torch.cuda.is_available():
    ACTIVATIONS.update({"largest": largest}, smallest=torch.min)
