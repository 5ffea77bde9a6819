"""What hosts are asked to send with files: that any page may read those for programs."""

from __future__ import annotations

from urllib.parse import urlsplit

HEADERS = "_headers"
"""A file that some hosts read (Netlify, Cloudflare Pages) and do not serve."""

FOR_PROGRAMS = ("api/", "data/")
"""Where what is meant for programs lies."""

ALLOWING = ("Access-Control-Allow-Origin", "*")
"""The header that lets pages of other sites read a file."""


def allowing_headers(base_url: str) -> str:
    """Return the file for a site at ``base_url``, or at the root of its host."""
    root = urlsplit(base_url).path or "/"
    rules = (f"{root}{folder}*\n  {': '.join(ALLOWING)}\n" for folder in FOR_PROGRAMS)
    return "".join(rules)
