"""The site's search finds Chinese as well: written without spaces, it is indexed and asked for by pairs of characters."""

import re

from sphinx.search.en import SearchEnglish

HAN = "\u3400-\u9fff"
PART = re.compile(rf"[{HAN}]+|[^\W{HAN}]+")


class Search(SearchEnglish):
    """English words, and Chinese by pairs.  A single character is found where it stands between others, too."""

    js_splitter_code = rf"""
function splitQuery(query) {{
  const found = [];
  for (const part of query.match(/[{HAN}]+|[^\W{HAN}]+/gu) ?? []) {{
    if (!/[{HAN}]/.test(part) || part.length === 1) found.push(part);
    else for (let i = 0; i + 1 < part.length; i++) found.push(part.slice(i, i + 2));
  }}
  return found;
}}
"""

    def split(self, input: str) -> list[str]:
        found = []
        for part in PART.findall(input):
            if re.match(rf"[{HAN}]", part):
                found += [part[i : i + 2] for i in range(len(part) - 1)] + list(part)
            else:
                found.append(part)
        return found
