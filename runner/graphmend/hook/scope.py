"""Which modules are rewritten: those of the project, and of the packages that are named."""

import os
import sys
import sysconfig


class Scope:
    def __init__(self, packages):
        """packages: names of top-level packages, besides the project."""
        self._packages = frozenset(packages)
        self._project = [os.path.realpath(os.getcwd()) + os.sep]
        installed = {sysconfig.get_path(each) for each in ("stdlib", "platstdlib", "purelib", "platlib")}
        self._installed = tuple(os.path.realpath(each) + os.sep for each in installed if each)

    def add_project(self, folder):
        self._project.append(os.path.realpath(folder) + os.sep)

    def holds(self, name, path):
        """name: dotted name of a module; path: its file."""
        top = name.partition(".")[0]
        if top in self._packages:
            return True
        if top == "graphmend":
            return False
        path = os.path.realpath(path)
        if path.startswith(self._installed) or f"{os.sep}site-packages{os.sep}" in path:
            return False
        return path.startswith(tuple(self._project))

    def torch_version(self):
        """"2.13" of the torch that the process is going to import, without importing it; None if there is none."""
        for folder in sys.path:
            try:
                with open(os.path.join(folder or ".", "torch", "version.py"), encoding="utf-8") as file:
                    for line in file:
                        if line.startswith("__version__"):
                            return ".".join(line.split("=")[1].strip(" '\"\n").split(".")[:2])
            except OSError:
                continue
        return None
