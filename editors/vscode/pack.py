"""Packs the built extension as graphmend-VERSION.vsix beside this file; needs no network. `npm run build` comes first."""

import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

HERE = pathlib.Path(__file__).resolve().parent
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension=".json" ContentType="application/json"/><Default Extension=".js" ContentType="application/javascript"/>
<Default Extension=".md" ContentType="text/markdown"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
"""


def manifest(package):
    """The text of extension.vsixmanifest for a package.json."""
    identity = f"Language=\"en-US\" Id={quoteattr(package['name'])} Version={quoteattr(package['version'])} Publisher={quoteattr(package['publisher'])}"
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata><Identity {identity}/><DisplayName>{escape(package['displayName'])}</DisplayName>
<Description xml:space="preserve">{escape(package['description'])}</Description><Categories>{escape(','.join(package['categories']))}</Categories>
<Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(package['engines']['vscode'])}/></Properties></Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation><Dependencies/>
<Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/></Assets>
</PackageManifest>
"""


def main():
    package = json.loads((HERE / "package.json").read_text())
    built = HERE / package["main"]
    if not built.exists():
        sys.exit("dist/extension.js is not there: npm ci && npm run build")
    out = HERE / f"{package['name']}-{package['version']}.vsix"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("extension.vsixmanifest", manifest(package))
        for path in (HERE / "package.json", HERE / "README.md", built):
            archive.write(path, f"extension/{path.relative_to(HERE)}")
    print(out)


if __name__ == "__main__":
    main()
