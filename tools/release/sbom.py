"""sbom.py VERSION PROCESSOR EPOCH COMMIT CROSS: what is linked into the program, with versions and licences, as SPDX 2.3
in JSON. Debian's packages for a cross compiler end in CROSS, as in libc6-dev-arm64-cross; they have versions of their own.
For macOS and Windows it is what zig brings.

A version is read from what is compiled, so that it is true of the program.
"""

import datetime
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = pathlib.Path("/usr/include")
# name: (licence, header, what in it tells the version, part by part)
HEADERS = {
    "Boost": ("BSL-1.0", "boost/version.hpp", r'BOOST_LIB_VERSION "([\d_]+)"'),
    "nlohmann_json": ("MIT", "nlohmann/detail/abi_macros.hpp", r"NLOHMANN_JSON_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)"),
    "spdlog": ("MIT", "spdlog/version.h", r"SPDLOG_VER_(?:MAJOR|MINOR|PATCH) (\d+)"),
    "fmt": ("MIT", "fmt/core.h", r"FMT_VERSION (\d+)(\d\d)(\d\d)\b"),
    "CLI11": ("BSD-3-Clause", "CLI/Version.hpp", r'CLI11_VERSION "([\d.]+)"'),
    "toml++": ("MIT", "toml++/impl/version.h", r"TOML_LIB_(?:MAJOR|MINOR|PATCH)\s+(\d+)"),
    "xxHash": ("BSD-2-Clause", "xxhash.h", r"XXH_VERSION_(?:MAJOR|MINOR|RELEASE)\s+(\d+)"),
}
# Of the compiler: its runtime, and the C library that the program is linked with. (package of Debian, licence)
OF_DEBIAN = {"glibc": ("libc6-dev", "LGPL-2.1-or-later"),
             "libstdc++": ("libstdc++-12-dev", "GPL-3.0-or-later WITH GCC-exception-3.1"),
             "libgcc": ("libgcc-12-dev", "GPL-3.0-or-later WITH GCC-exception-3.1")}
# For macOS and Windows, where the C library is the system's. mingw-w64 is what a program of Windows begins with.
# (licence, header, what in it tells the version; libc++ has 220108 for 22.1.8)
ZIG = "build/zig/lib/python3*/site-packages/ziglang/lib/"
LIBCXX = ("Apache-2.0 WITH LLVM-exception", "libcxx/include/__config", r"define _LIBCPP_VERSION (\d+)(\d\d)(\d\d)\b")
OF_ZIG = {"libc++": LIBCXX, "libc++abi": LIBCXX}
OF_ZIG_FOR_WINDOWS = {"mingw-w64": ("ZPL-2.1 AND MIT", "libc/include/any-windows-any/_mingw_mac.h",
                                    r"__MINGW64_VERSION_MAJOR (\d+)\s+#define __MINGW64_VERSION_MINOR (\d+)")}


def linked(processor, cross):
    """(name, version, licence) of everything."""
    for name, (licence, header, pattern) in HEADERS.items():
        found = re.finditer(pattern, (INCLUDE / header).read_text(encoding="utf-8"))
        numbers = [str(int(number)) for match in found for part in match.groups() for number in re.split("[._]", part)]
        if not numbers:
            sys.exit(f"sbom: {header} does not tell its version as expected")
        yield name, ".".join(numbers), licence
    modules = json.loads((ROOT / "third_party/package-lock.json").read_text())["packages"]
    for name in ("tree-sitter", "tree-sitter-python"):
        yield name, modules[f"node_modules/{name}"]["version"], "MIT"
    if processor.startswith("macos-"):
        yield from of_zig(OF_ZIG)
    elif processor.startswith("windows-"):
        yield from of_zig(OF_ZIG | OF_ZIG_FOR_WINDOWS)
    else:
        yield from of_debian(cross)


def of_zig(parts):
    for name, (licence, header, pattern) in parts.items():
        text = next(ROOT.glob(ZIG + header)).read_text(encoding="utf-8")
        yield name, ".".join(str(int(part)) for part in re.search(pattern, text).groups()), licence


def of_debian(cross):
    for name, (debian, licence) in OF_DEBIAN.items():
        asked = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", debian + cross],
                               check=True, capture_output=True, text=True)
        yield name, asked.stdout, licence


def package(name, version, licence):
    return {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name.replace("+", "p")), "name": name,
            "versionInfo": version, "licenseConcluded": licence, "licenseDeclared": licence,
            "downloadLocation": "NOASSERTION", "copyrightText": "NOASSERTION", "filesAnalyzed": False}


def main():
    version, processor, epoch, commit, cross = sys.argv[1:]
    created = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    own = package("graphmend", version, "MIT")
    parts = [package(*each) for each in linked(processor, cross)]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"])]
    relations += [(own["SPDXID"], "STATIC_LINK", each["SPDXID"]) for each in parts]
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"graphmend-{version}-{processor}",
        "documentNamespace": f"https://spdx.org/spdxdocs/graphmend-{version}-{processor}-{commit}",
        "creationInfo": {"created": created, "creators": ["Tool: graphmend tools/release/sbom.py"]},
        "packages": [own, *parts],
        "relationships": [dict(zip(("spdxElementId", "relationshipType", "relatedSpdxElement"), each)) for each in relations],
    }
    print(json.dumps(document, indent=2))


if __name__ == "__main__":
    main()
