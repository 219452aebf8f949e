from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .layers import *
else:
    import sys

    sys.modules[__name__] = None
