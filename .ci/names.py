#!/usr/bin/env python3
"""Lists names in backticks, in Markdown and in Rust comments, that the source does not have.

A name is a word; `a::b` and `a_b.rs` are checked part by part. It must occur in a file's path, in code (not in a comment), or
in a file that is neither code nor Markdown. A path must be that of a file or folder, or the end of one; in "`NAME` in `path`"
and "`NAME` of `path`" that file must have the name. names.txt beside this file lists allowed names of other projects, tools
and instructions; unused entries fail.

It also lists types that share a name within one published crate.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import floors

root = Path(__file__).resolve().parent.parent
listed = subprocess.run(["git", "ls-files"], cwd=root, check=True, capture_output=True, text=True).stdout.splitlines()
allowed_file = root / ".ci" / "names.txt"
allowed = set()
for line in allowed_file.read_text(encoding="utf-8").splitlines():
    allowed.update(line.split("#")[0].split())


def code(file, text):
    """A file's text without comments."""
    if file.endswith(".rs"):
        # /* */ stays: it occurs only around assembly.
        return re.sub(r"//.*", "", text)
    if file.endswith((".c", ".cpp", ".h")):
        return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
    if file.endswith((".py", ".toml")) or file.startswith(".ci/"):
        return re.sub(r"""(?m)(?<!["'\w&$])#.*""", "", text)
    return text


texts, paths, words = {}, set(), set()
for file in listed:
    for path in (Path(file), *Path(file).parents):
        paths.add(str(path))
    words.update(re.findall(r"\w+", file))
    # Not reports, which describe older commits, nor the list of names itself.
    if file.startswith("notes/results/") or root / file == allowed_file or not (root / file).is_file():
        continue
    try:
        texts[file] = (root / file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        continue
    if not file.endswith(".md"):
        words.update(re.findall(r"\w+", code(file, texts[file])))


def prose(file, text):
    """A file's prose: other lines, and blocks of code, become empty."""
    if not file.endswith(".md"):
        comments = (re.match(r"\s*//[/!]? ?(.*)", line) for line in text.split("\n"))
        text = "\n".join(comment.group(1) if comment else "" for comment in comments)
    return re.sub(r"^ *```.*?^ *```", lambda block: "\n" * block.group().count("\n"), text, flags=re.DOTALL | re.MULTILINE)


def there(path, file):
    """The files or folders that a path written in a file may mean."""
    beside = os.path.normpath(Path(file).parent / path)
    return [known for known in paths if known in (beside, path) or known.endswith("/" + path)]


def known(word, before, after):
    """Whether the source has a word, or words with the part that is not left out."""
    if before or word.startswith("_"):
        return word in words or any(longer.endswith(word) for longer in words)
    return word in words or after and any(longer.startswith(word) for longer in words)


SPAN = r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)"
PATH = r"(?:[\w.-]+/)+[\w.-]+\.(?:rs|md|py|toml|sh|c|h|txt|json)|[\w-]+\.(?:rs|py)"
found, used, spans = [], set(), 0
for file, text in texts.items():
    if not file.endswith((".md", ".rs")):
        continue
    text = prose(file, text)

    def say(at, what):
        found.append(f"{file}:{text[:at].count(chr(10)) + 1}: {what}")

    for span in re.finditer(SPAN, text, flags=re.DOTALL):
        spans += 1
        inside = span.group(2)
        parts = re.findall(r"(…?)(?<!\w)([A-Za-z_]\w+)(…?)", inside)
        missing = {word for before, word, after in parts if not known(word, before, after)}
        used |= missing & allowed
        for word in sorted(missing - allowed):
            say(span.start(), f"{word} is nowhere in the source: `{inside}`")
        if not missing and re.fullmatch(PATH, inside) and not there(inside, file):
            if inside in allowed:
                used.add(inside)
            else:
                say(span.start(), f"there is no {inside}")
    for pair in re.finditer(r"`([\w:]+?)!?` (?:in|of) `(" + PATH + ")`", text):
        name, path = pair.group(1).split("::")[-1], pair.group(2)
        files = [path for path in there(path, file) if path in texts]
        if files and not any(re.search(rf"\b{name}\b", code(path, texts[path])) for path in files):
            say(pair.start(), f"{path} has no {name}")
    if file.endswith(".md"):
        for command in re.finditer(r"cargo doc\b[^`\n]*", text):
            if not re.search(r" (-p|--package|--workspace)\b", command.group()):
                say(command.start(), f"this opens another crate than it says: {command.group()}")

# Only at a line's start: not inside functions, and not associated types.
TYPE = r"^(?:#\[[^\]]*\] )*(?:pub(?:\([^)]*\))? )?(?:unsafe )?(?:struct|enum|union|trait|type) (\w+)"
for folder, _ in floors.packages():
    first = root / folder / "src" / "lib.rs"
    if floors.floor(folder) < floors.JUDGES and first.exists():
        crate, homes = floors.Crate(first), {}
        # Two modules may share a file.
        for file, module in {file: module for module, file in crate.files.items()}.items():
            for name in set(re.findall(TYPE, crate.text[module], re.MULTILINE)):
                homes.setdefault(name, []).append(str(file.relative_to(root)))
        twice = {name: files for name, files in homes.items() if len(files) > 1}
        found += [f"{name} is a type in {' and in '.join(files)}" for name, files in twice.items()]

found += [f".ci/names.txt: {name} is not needed" for name in sorted(allowed - used)]
print("\n".join([*found, f"{spans} spans in {len(texts)} files, {len(words)} words in the source, {len(found)} not right"]))
sys.exit(bool(found) or not spans)
