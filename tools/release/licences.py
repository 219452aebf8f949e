"""licences.py VERSION PROCESSOR CROSS: the licences of what is linked into the program, as they ask to be handed on with it.

What is linked in, and where from, is as sbom.py has it.
"""

import pathlib
import re
import subprocess
import sys

import sbom

COMMON = pathlib.Path("/usr/share/common-licenses")
DOCUMENTED = pathlib.Path("/usr/share/doc")
LARGE = 200_000  # bytes: what holds more is about a thousand files of others


def of_package(package, licence):
    text = (DOCUMENTED / package / "copyright").read_text(encoding="utf-8")
    if len(text) < LARGE:
        return text
    paragraphs = re.split(r"\n\s*\n(?=\S)", text)
    return next(each for each in paragraphs if each.startswith(f"License: {licence}\n"))


def texts(processor, cross):
    """(names, text), text by text."""
    for name, (licence, header, _) in sbom.HEADERS.items():
        owner = subprocess.run(["dpkg", "-S", sbom.INCLUDE / header], check=True, capture_output=True, text=True).stdout
        yield name, of_package(owner.partition(":")[0], licence)
    for name in ("tree-sitter", "tree-sitter-python"):
        yield name, (sbom.ROOT / "third_party/node_modules" / name / "LICENSE").read_text(encoding="utf-8")
    if processor.startswith(("macos-", "windows-")):
        yield from of_zig(processor)
    else:
        yield "glibc", of_package(sbom.OF_DEBIAN["glibc"][0] + cross, "")
        yield "the LGPL of glibc", (COMMON / "LGPL-2.1").read_text(encoding="utf-8")
        yield "libstdc++ and libgcc", of_package(sbom.OF_DEBIAN["libstdc++"][0] + cross, "")


def of_zig(processor):
    [folder] = sbom.ROOT.glob("build/zig/lib/python3*/site-packages/ziglang")
    files = {"zig's compiler_rt": "LICENSE", "libc++": "lib/libcxx/LICENSE.TXT", "libc++abi": "lib/libcxxabi/LICENSE.TXT"}
    if processor.startswith("windows-"):
        files["mingw-w64"] = "lib/libc/mingw/COPYING"
    for name, file in files.items():
        yield name, (folder / file).read_text(encoding="utf-8")


def main():
    version, processor, cross = sys.argv[1:]
    rule = "=" * 100
    print(f"GraphMend {version} for {processor} is under the MIT licence. Linked into the program are, under their own:")
    for name, text in texts(processor, cross):
        print(f"\n{rule}\n{name}\n{rule}\n\n{text.strip()}")


if __name__ == "__main__":
    main()
