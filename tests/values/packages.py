# Tensors are no instances of classes of packages that are not torch's.
import numpy as np
import tensorflow as tf
import torch


@torch.compile
def f(x: torch.Tensor, y):
    a = isinstance(x, np.ndarray)
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^ value: False
    b = isinstance(x, tf.Tensor)
    #   ^^^^^^^^^^^^^^^^^^^^^^^^ value: False
    c = isinstance(x, torch.nn.Parameter)
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ value: constant
    d = isinstance(y, np.ndarray)
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^ value: constant
    return a, b, c, d
