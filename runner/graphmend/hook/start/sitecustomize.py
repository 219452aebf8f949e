"""Found by Python at its start, since `graphmend run` and `confirm` put this folder first on PYTHONPATH: installs the
hook of the one, and for the other what listens in child processes.

Nobody sees a difference: the folder leaves sys.path again, and the sitecustomize that it hides runs as well.
"""

import os
import sys


def _start():
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(os.path.dirname(here)))
    sys.path[:] = [each for each in sys.path if os.path.abspath(each) != here]
    sys.path.insert(0, root)
    try:
        import graphmend.hook

        graphmend.hook.install()
        if "GRAPHMEND_CHILDREN" in os.environ:
            import graphmend.children

            graphmend.children.install()
    except Exception as error:  # a program must run without us
        print(f"graphmend: not active in process {os.getpid()}: {error!r}", file=sys.stderr)
    finally:
        sys.path.remove(root)


def _run_hidden():
    import importlib.machinery

    spec = importlib.machinery.PathFinder.find_spec("sitecustomize")
    if spec is not None and spec.loader is not None:
        module = sys.modules["sitecustomize"]
        module.__spec__, module.__file__, module.__loader__ = spec, spec.origin, spec.loader
        spec.loader.exec_module(module)


_start()
_run_hidden()
