from .base import Base, noisy
from .table import ACTIVATIONS
