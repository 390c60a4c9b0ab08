"""What the drawings share: a sheet, boxes, arrows, and text in the look of `notes/figures`."""

STYLE = """text { font: 13px system-ui, "Segoe UI", Roboto, Arial, sans-serif; fill: #1f2933 }
.m { text-anchor: middle }
.e { text-anchor: end }
.h { font-weight: 600; font-size: 14px }
.s { font-size: 11.5px; fill: #52606d }
.sm { font-size: 11.5px; fill: #52606d; text-anchor: middle }
.se { font-size: 11.5px; fill: #52606d; text-anchor: end }
rect { stroke: #9aa5b1 }
.bg { fill: #ffffff; stroke: #cbd2d9 }
.n { fill: #ffffff }
.g { fill: #f0f2f5 }
.b { fill: #dbeafe; stroke: #3b82c4 }
.o { fill: #ffe8cc; stroke: #d9822b }
.v { fill: #dcf5e3; stroke: #3d9960 }
.arrow { fill: none; stroke: #52606d; stroke-width: 1.3; marker-end: url(#tip) }
.line { fill: none; stroke: #9aa5b1 }
.dash { fill: none; stroke: #9aa5b1; stroke-dasharray: 4 3 }"""
TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0 L8 4 L0 8 z" fill="#52606d"/></marker></defs>'
)


class Sheet:
    def __init__(self, title, width, height):
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        self.lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">', f"<title>{title}</title>"]
        self.lines += [f"<style>\n{STYLE}\n</style>", TIP]
        self.lines += [f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="10" class="bg"/>']

    def text(self, x, y, text, kind="n"):
        text = text.replace("&", "&amp;").replace("<", "&lt;")
        self.lines.append(f'<text x="{x}" y="{y}" class="{kind}">{text}</text>')

    def box(self, x, y, width, height, kind, *texts):
        """A box with lines of text in its middle, the later ones small."""
        self.lines.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="3" class="{kind}"/>')
        first = y + height / 2 + 4.5 - 8 * (len(texts) - 1)
        for i, text in enumerate(texts):
            self.text(x + width / 2, first + 16 * i, text, "sm" if i else "m")

    def path(self, kind, *points):
        self.lines.append(f'<path d="M{" L".join(f"{x} {y}" for x, y in points)}" class="{kind}"/>')

    def write(self, path):
        path.write_text("\n".join([*self.lines, "</svg>", ""]), encoding="utf-8")
