"""The site: `just docs` builds it from these folders with Sphinx, MyST and furo, and any warning is an error."""

import os
import re
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))
os.environ.setdefault("QIPAI_RULES", "plain")  # nothing is compiled for a diagram

from docs.making import books, links, measured, searching  # noqa: E402

project = "qipai 棋牌"
author = "the authors of qipai"
html_title = "qipai 棋牌"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
default_role = "code"  # what docstrings put between backticks
autodoc_typehints = "none"  # the signatures of `api.md` are read beside their sentences, which name units and shapes
autodoc_member_order = "bysource"
exclude_patterns = ["making", "pictures"]
source_suffix = {".md": "markdown"}

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_static_path = ["looks", "../frontend/src/look/diagrams.css"]
html_css_files = ["diagrams.css", "site.css"]
html_favicon = "../frontend/public/seal.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {
        "color-background-primary": "#fbf7ee",
        "color-background-secondary": "#f3ebdc",
        "color-background-border": "#d9ccb6",
        "color-foreground-primary": "#2a211b",
        "color-foreground-secondary": "#544639",
        "color-foreground-muted": "#5f5348",
        "color-brand-primary": "#a8321c",
        "color-brand-content": "#24496a",
        "color-brand-visited": "#24496a",
        "color-code-background": "#f8f2e6",
        "font-stack": '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "DejaVu Sans", "Noto Sans CJK SC",'
        ' "PingFang SC", "Microsoft YaHei", system-ui, sans-serif',
    },
    "dark_css_variables": {
        "color-background-primary": "#1d1815",
        "color-background-secondary": "#26201c",
        "color-background-border": "#453a32",
        "color-foreground-primary": "#f3eadb",
        "color-foreground-secondary": "#cbbba6",
        "color-foreground-muted": "#b5a692",
        "color-brand-primary": "#ff9d83",
        "color-brand-content": "#a8cce6",
        "color-brand-visited": "#a8cce6",
        "color-code-background": "#302823",
    },
}

LOADED = re.compile(
    r"""<(?:script|img|iframe|source)[^>]+src=["']https?:|<link(?![^>]+rel=["']canonical)[^>]+href=["']https?:"""
)


def setup(app: Any) -> None:
    books.write(DOCS / "books")
    links.write_house(DOCS / "house")
    app.add_search_language(searching.Search)
    app.connect("env-get-outdated", read_again)
    app.connect("source-read", relink)
    app.connect("html-page-context", tell_language)
    app.connect("build-finished", check_offline)


def read_again(app: Any, env: Any, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """How old figures are changes with every commit, though their pages do not."""
    return [page for page in measured.CODE if page in env.found_docs]


def relink(app: Any, docname: str, source: list[str]) -> None:
    """What a page calls by its place in the repository, the site calls by its page; and figures have their age."""
    source[0] = measured.dated(source[0], docname)
    if not docname.startswith(("books/", "house/")):
        source[0] = links.relinked(source[0], (DOCS / docname).parent)


def tell_language(app: Any, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Chinese letters are drawn as their language writes them."""
    last = pagename.rpartition("/")[2].rpartition(".")[2]
    if last in ("zh-Hans", "zh-Hant"):
        context["language"] = last


def check_offline(app: Any, failure: Exception | None) -> None:
    """The site is read without a network: no page loads anything from elsewhere."""
    if failure:
        return
    guilty = [page.name for page in Path(app.outdir).rglob("*.html") if LOADED.search(page.read_text(encoding="utf-8"))]
    if guilty:
        raise RuntimeError(f"These pages load something from elsewhere: {', '.join(sorted(guilty))}.")
