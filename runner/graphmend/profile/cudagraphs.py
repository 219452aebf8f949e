"""What inductor does with CUDA graphs in this process: how often it records one, and why it skips them."""

import functools
import logging

import torch


class CudaGraphs:
    """`recorded`: a number; `skipped`: the reason as inductor logs it -> how often."""

    def __init__(self):
        self.recorded = 0
        self.skipped = {}

    def install(self):
        from torch._inductor import cudagraph_utils

        log = getattr(cudagraph_utils, "cudagraphs_log", None) or cudagraph_utils.perf_hint_log  # before 2.8
        log.addHandler(_Reasons(self.skipped))
        original = torch.cuda.CUDAGraph.capture_begin

        @functools.wraps(original)
        def capture_begin(*args, **kwargs):
            self.recorded += 1
            return original(*args, **kwargs)

        torch.cuda.CUDAGraph.capture_begin = capture_begin


class _Reasons(logging.Handler):
    def __init__(self, counts):
        super().__init__()
        self._counts = counts

    def emit(self, record):
        reason = record.getMessage().partition("\n")[0]
        if "skipping cudagraphs" in reason:
            self._counts[reason] = self._counts.get(reason, 0) + 1
