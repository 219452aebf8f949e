import numpy as np


def starts(grid: np.ndarray):
    return np.argwhere(grid == 1)
