"""Settings of Sphinx for the documentation site; ``build_site.py`` gives the language."""

project = "Rulebook"
copyright = "Rulebook"
html_title = "Rulebook"
html_theme = "furo"
html_show_sphinx = False
extensions = ["myst_parser"]
# Links to headings, as on the pages where the Markdown itself is shown.
myst_heading_anchors = 3
# Nothing is fetched from elsewhere, and examples of card texts are no code that Pygments knows.
suppress_warnings = ["misc.highlighting_failure"]
