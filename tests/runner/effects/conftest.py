"""The package beside the user's torch is imported from its sources, as is what the tests share."""

import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parents[3] / "runner"), str(pathlib.Path(__file__).parent)]
