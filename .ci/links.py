#!/usr/bin/env python3
"""Says which links of HTML pages lead nowhere: to a file or a heading that is not there.

    cargo doc --no-deps && python3 .ci/links.py target/doc/helioselene_simd
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
    """Whether a page has what its link names."""
    path, heading = urldefrag(link)
    target = (page.parent / unquote(path)).resolve() if path else page
    if not target.is_file():
        return False
    # A script makes the numbers of a source's lines.
    return not heading or "/src/" in str(target) or f'id="{heading}"' in read(target)


pages = sorted(Path(sys.argv[1]).resolve().rglob("*.html"))
dead = links = 0
for page in pages:
    for link in set(re.findall(r'<a [^>]*?href="([^"]*)"', read(page))):
        if re.match(r"[a-z]+:", link) or link == "#":
            continue
        links += 1
        if not leads(page, link):
            dead += 1
            print(f"{page}: {link}")
print(f"{len(pages)} pages, {links} links, {dead} dead")
sys.exit(dead > 0 or not links)
