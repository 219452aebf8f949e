"""Which modules are rewritten: those of the project, and of the packages that are named."""

import os
import sys
import sysconfig

_SITE = f"{os.sep}site-packages{os.sep}"


class Scope:
    def __init__(self, packages):
        """packages: names of top-level packages, besides the project."""
        self._packages = frozenset(packages)
        self._project = [os.path.realpath(os.getcwd()) + os.sep]
        installed = {sysconfig.get_path(each) for each in ("stdlib", "platstdlib", "purelib", "platlib")}
        self._installed = tuple(os.path.realpath(each) + os.sep for each in installed if each)
        self._real = {}  # place of a package -> where its links lead

    def add_project(self, folder):
        self._project.append(os.path.realpath(folder) + os.sep)

    def holds(self, name, path):
        """name: dotted name of a module; path: its file."""
        top = name.partition(".")[0]
        if top in self._packages:
            return True
        if top == "graphmend":
            return False
        if self._is_installed(path) and self._is_installed(self._real_package(path)):
            return False
        path = os.path.realpath(path)
        return not self._is_installed(path) and path.startswith(tuple(self._project))

    def _is_installed(self, path):
        return path.startswith(self._installed) or _SITE in path

    def _real_package(self, path):
        # A package there may be a link to the project. A thousand modules of others are asked for, so once for each.
        folder, site, rest = path.partition(_SITE)
        if not site:
            return path
        package = folder + site + rest.partition(os.sep)[0]
        if package not in self._real:
            self._real[package] = os.path.realpath(package) + os.sep
        return self._real[package]

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
