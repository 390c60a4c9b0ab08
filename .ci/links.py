#!/usr/bin/env python3
"""Finds what rustdoc accepts in its pages: links to a missing file or heading, and names left in brackets. And, in the repository's
texts, links to a registry's page of one of its packages that is not published.

    cargo doc --no-deps -p helioselene-simd && python3 .ci/links.py target/doc/helioselene_simd

Without folders only the texts are looked through.
"""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag

ROOT = Path(__file__).resolve().parent.parent
text = {}


def unpublished():
    """Links to pages that no registry has. Names without our prefix, as in fcmp/crates/, belong to the originals, which have pages."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    files = [ROOT / name for name in listed if name.endswith((".md", ".rs", ".toml", ".h", ".c", ".cpp"))]
    files = {file: file.read_text(encoding="utf-8") for file in files if file.is_file()}
    manifests = [content for file, content in files.items() if file.name == "Cargo.toml"]
    names = {
        name
        for manifest in manifests
        if "\npublish = false\n" in manifest
        for name in re.findall(r'^name = "(helioselene-[^"]+)"$', manifest, re.M)
    }
    assert names, "no package says that it is not published"
    page = re.compile(rf"\b(?:crates\.io/crates|docs\.rs(?:/crate)?|lib\.rs/crates)/(?:{'|'.join(sorted(names))})\b(?!-)")
    for file, content in files.items():
        for link in page.finditer(content):
            yield f"{file}:{content.count(chr(10), 0, link.start()) + 1}: {link[0]}, which is not published"


def read(page):
    if page not in text:
        text[page] = page.read_text(encoding="utf-8")
    return text[page]


def leads(page, link):
    """Whether a link's target exists."""
    path, heading = urldefrag(link)
    target = (page.parent / unquote(path)).resolve() if path else page
    if not target.is_file():
        return False
    # In source views a script makes the anchors of lines.
    return not heading or "/src/" in str(target) or f'id="{heading}"' in read(target)


def brackets(page):
    """Names in brackets: rustdoc's unresolved links."""
    # Not in code, which has slices and attributes.
    code = r"(?<!\[)<code>[^<]*</code>|<(pre|script|style|math)\b.*?</\1>|<h\d class=\"code-header\">.*?</h\d>|<!--.*?-->"
    prose = re.sub(code, "", read(page), flags=re.DOTALL)
    return re.findall(r"(?<![\w<;])\[(?:<code>[^<\]]*</code>|`[^`\]]*`|[A-Za-z_][\w:]{2,})\]", prose)


pages = sorted(page for folder in sys.argv[1:] for page in Path(folder).resolve().rglob("*.html"))
dead = links = 0
for link in unpublished():
    dead += 1
    print(link)
for page in pages:
    for name in brackets(page):
        dead += 1
        print(f"{page}: {name}")
    for link in set(re.findall(r'<a [^>]*?href="([^"]*)"', read(page))):
        if re.match(r"[a-z]+:", link) or link == "#":
            continue
        links += 1
        if not leads(page, link):
            dead += 1
            print(f"{page}: {link}")
print(f"{len(pages)} pages, {links} links, {dead} dead")
sys.exit(dead > 0 or (len(sys.argv) > 1 and not links))
