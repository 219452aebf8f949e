"""Effects that do not wait for the device, on request: `graphmend run --async`, or GRAPHMEND_ASYNC=1.

A program that prints a loss waits for the device each time. Here the tensors are copied to pinned memory, and the effect
happens when they have arrived: in order, as soon as a later one finds them there, and at the latest when `flush` is called,
before a check is made, and when the program ends. Tensors are shown as those of the CPU. What a program does outside of
graphs does not wait for what is still to come: it calls `flush` first.
"""

import atexit
import collections
import os
import threading

import torch


class Queue:
    """Effects in the order in which their graphs had them."""

    def __init__(self, copy):
        """copy: makes of tensors a list of copies on the CPU, and a function that tells whether they have arrived; given
        True, that waits for them."""
        self._copy = copy
        self._waiting = collections.deque()
        self._lock = threading.RLock()

    def put(self, act, tensors):
        """act: called with the copies, once."""
        with self._lock:
            self._waiting.append((act, *self._copy(tensors)))
            self.emit()

    def emit(self, wait=False):
        """What has arrived; with `wait` all. An error of an effect, as of a warning that is one, is raised here."""
        with self._lock:
            while self._waiting and self._waiting[0][2](wait):
                act, copies, _ = self._waiting.popleft()
                act(copies)

    def clear(self):
        self._waiting.clear()
        self._lock = threading.RLock()


def copy_to_host(tensors):
    """As Queue wants it. What is on another device than CUDA's is waited for."""
    copies, streams = [], set()
    for each in tensors:
        if each.is_cuda:
            copy = torch.empty(each.shape, dtype=each.dtype, pin_memory=True)
            copies.append(copy.copy_(each, non_blocking=True))
            streams.add(torch.cuda.current_stream(each.device))
        else:
            copies.append(each.cpu() if each.device.type != "cpu" else each.clone())
    events = [stream.record_event() for stream in streams]

    def have_arrived(wait):
        for event in events:
            if wait:
                event.synchronize()
            elif not event.query():
                return False
        return True

    return copies, have_arrived


def flush():
    """All effects of graphs that have run have happened when it returns."""
    if queue is not None:
        queue.emit(wait=True)


queue = Queue(copy_to_host) if os.environ.get("GRAPHMEND_ASYNC", "0") not in ("", "0") else None
if queue is not None:
    atexit.register(flush)
    os.register_at_fork(after_in_child=queue.clear)  # the parent has them as well
