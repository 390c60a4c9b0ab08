#!/usr/bin/env python3
"""Lists dead links in HTML pages: a missing file or heading, or a name that rustdoc left in brackets.

    cargo doc --no-deps -p helioselene-simd && python3 .ci/links.py target/doc/helioselene_simd
"""

import re
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag

text = {}


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
sys.exit(dead > 0 or not links)
