"""``rulebook mcp``: the rules as tools of a language model."""

from __future__ import annotations

from rulebook.cli.command import Call, SpeakingCommand, rules_command
from rulebook.cli.options import option, web_address
from rulebook.errors import RulebookError

_INSTALL = "Install the extra: pip install 'rulebook[mcp]'."


@rules_command("mcp", cls=SpeakingCommand)
def command(
    call: Call,
    site: str = option(
        default="",
        callback=web_address,
        help="Address of a site of these rules; answers link to its pages.",
    ),
) -> None:
    """Serve the rules to a language model over the Model Context Protocol.

    The server uses standard input and output and stops when its client disconnects. Its tools
    are ask, show, term, compare, annotate, resolve, rulings and cite.

    Example: rulebook mcp --site https://example.org/rules/
    """
    try:
        from rulebook.mcp_server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "pydantic"):
            raise
        raise RulebookError("the Model Context Protocol SDK is missing", hint=_INSTALL) from error
    serve(call.rules, site)
