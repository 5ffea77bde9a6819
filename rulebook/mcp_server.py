"""A Model Context Protocol server: the rules as tools, so a model can quote them instead of
inventing them. It needs the official SDK (the extra ``mcp``)."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import wraps
from io import TextIOWrapper
from threading import Lock
from typing import Annotated, Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp import types
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.shared.message import SessionMessage
from pydantic import Field

from rulebook import __version__, as_json
from rulebook.api import Rules
from rulebook.as_json import Plain
from rulebook.clauses.game import Game
from rulebook.errors import RulebookError
from rulebook.rulings.model import Ruling
from rulebook.text.display import visible
from rulebook.text.normal import LineIndex
from rulebook.website import addresses

_GameName = Annotated[str, Field(description="Alias or id, and the edition if needed: ws@1.109")]
_Limit = Annotated[int, Field(ge=1, le=20)]

_INSTRUCTIONS = """\
The rules of Japanese trading card games, clause by clause. The text of the rules is Japanese.

- Answer questions about rules from these tools, never from memory. Begin with `ask`.
- Quote each rule by game, edition and clause number (`cite` in the answers: ws@1.109 9.2.2), with
  the words of `text` unchanged. Where `address` begins with http, it is the link to give.
- `confidence` says how sure the first answer is: sure, likely, unsure, none. With `unsure`, say
  that it may be the wrong clause. With `none`, the rules do not seem to answer: say so, and do
  not derive a rule from the nearest clauses.
- Read a clause with `show` before you rely on it: it has the clauses above, below and referred to.
- Rulings are not part of the rules; say whose they are (`source`).
- Numbers of one game or edition mean nothing in another. Before you send an answer, `cite` checks
  the numbers and quotations in it.

Games: """
_NOTES = {
    "sure": "The first answer governs this.",
    "likely": "The first answer probably governs this; read it with show.",
    "unsure": "None of these may be the clause that governs this: say so.",
    "none": "The rules do not seem to answer this: say so; these clauses are only what is nearest.",
}
_LONGEST_ANSWER = 60  # seconds: how long the server waits for answers after its input has ended
# How far a card text was understood, in the words of confidence.
_UNDERSTOOD = {"parsed": "sure", "partial": "unsure", "failed": "none"}


def make_server(rules: Rules, site: str = "") -> MCPServer[Any]:
    """Return a server with the rules as tools for a model, which link to ``site`` if not empty."""
    games = (f"{game.alias} ({game.title}, {game.edition.name})" for game in rules.games)
    hints = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    one_at_a_time = Lock()  # threads must not share rules that still load
    own, tools = RuleTools(rules, site), []
    # The most useful first, as models prefer the first ones.
    finding = (own.ask, own.show, own.term, own.compare)
    for each in (*finding, own.annotate, own.resolve, own.rulings, own.cite):
        guarded, described = _guarded(each, one_at_a_time), inspect.getdoc(each)
        tool = Tool.from_function(guarded, description=described, annotations=hints)
        arguments = tool.fn_metadata.arg_model
        # The SDK ignores unknown arguments: with a misspelt “game”, all games would be searched.
        arguments.model_config["extra"] = "forbid"
        arguments.model_rebuild(force=True)
        tool.parameters = arguments.model_json_schema(by_alias=True)
        tools.append(tool)
    instructions = _INSTRUCTIONS + "; ".join(games)
    if rules.faults:
        instructions += f"\nMissing, since their files have errors: {', '.join(rules.faults)}"
    return MCPServer("rulebook", version=__version__, instructions=instructions, tools=tools)


def serve(rules: Rules, site: str = "") -> None:
    """Serve ``rules`` on standard input and output, as the programs of language models expect."""
    try:
        anyio.run(_serve, make_server(rules, site))
    except ExceptionGroup as group:  # it has one error: the output is closed or full
        raise group.exceptions[0] from group


async def _serve(server: MCPServer[Any]) -> None:
    """Serve on standard input and output until the input ends. The SDK's own transport does not
    answer a line that is not a message, and drops calls that are open when the input ends."""
    requests, received = anyio.create_memory_object_stream[SessionMessage | Exception]()
    answers, sent = anyio.create_memory_object_stream[SessionMessage]()
    client, inner = _Client(), server._lowlevel_server
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(client.read, requests, answers.clone())
        tasks.start_soon(client.write, sent)
        await inner.run(received, answers, inner.create_initialization_options())


class _Client:
    """The program at the other end of the standard streams, which sends a message on each line."""

    def __init__(self) -> None:
        """Begin with no open request. :meth:`read` waits for the event (none is open) at its end,
        since the server drops the requests that are open when its input ends."""
        self._open: list[types.RequestId] = []
        self._all_answered = anyio.Event()

    async def read(
        self,
        requests: MemoryObjectSendStream[SessionMessage | Exception],
        answers: MemoryObjectSendStream[SessionMessage],
    ) -> None:
        """Send the messages of standard input to ``requests``, and an error for any other line to
        ``answers``. At its end, wait until the open requests are answered: leaving drops them."""
        async with requests, answers:
            async for line in anyio.wrap_file(TextIOWrapper(sys.stdin.buffer, "utf-8", "replace")):
                try:
                    message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
                    # The SDK takes a request with an invalid id for a notification.
                    if isinstance(message, types.JSONRPCNotification) and "id" in json.loads(line):
                        raise ValueError(line)
                except ValueError:
                    await answers.send(SessionMessage(_refusal(line)))
                    continue
                if isinstance(message, types.JSONRPCRequest):
                    self._open.append(message.id)
                    self._all_answered = anyio.Event()
                elif isinstance(message, types.JSONRPCNotification):
                    # A request that is withdrawn gets no answer.
                    self._close((message.params or {}).get("requestId"))
                await requests.send(SessionMessage(message))
            if self._open:
                with anyio.move_on_after(_LONGEST_ANSWER):
                    await self._all_answered.wait()

    async def write(self, answers: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Write each of ``answers`` as a line to standard output, which closes its request."""
        out = anyio.wrap_file(sys.stdout.buffer)
        async with answers:
            async for each in answers:
                line = each.message.model_dump_json(by_alias=True, exclude_unset=True)
                await out.write(f"{line}\n".encode())
                await out.flush()
                if isinstance(each.message, types.JSONRPCResponse | types.JSONRPCError):
                    self._close(each.message.id)

    def _close(self, id: types.RequestId | None) -> None:
        """Remove the request ``id`` from the open ones, for which :meth:`read` waits at the end."""
        if id in self._open:
            self._open.remove(id)
            if not self._open:
                self._all_answered.set()


def _refusal(line: str) -> types.JSONRPCError:
    """Return the error that answers a ``line`` that is not a message, with its id if it has one."""
    error = types.ErrorData(code=types.PARSE_ERROR, message="Parse error")
    with suppress(ValueError, RecursionError, AttributeError):
        plain = json.loads(line)
        error = types.ErrorData(code=types.INVALID_REQUEST, message="Invalid Request")
        str(plain.get("id")).encode()  # a lone surrogate cannot be sent back
        return types.JSONRPCError(jsonrpc="2.0", id=plain.get("id"), error=error)
    return types.JSONRPCError(jsonrpc="2.0", id=None, error=error)


def _guarded(tool: Callable[..., Plain], lock: Lock) -> Callable[..., Plain]:
    """Return ``tool``, to run one at a time, with our errors as those that the SDK shows."""

    @wraps(tool)
    def call(*args: Any, **named: Any) -> Plain:
        """Run the tool while no other runs: all share the rules, which load tables on first use."""
        try:
            with lock:
                return tool(*args, **named)
        except RulebookError as error:
            raise ToolError(visible(str(error))) from error

    return call


class RuleTools:
    """The tools, with plain values in and out. A language model chooses by their docstrings."""

    def __init__(self, rules: Rules, site: str = "") -> None:
        """``site`` is the website's address, which is put before the paths of pages."""
        self._rules = rules
        self._site = site

    def ask(self, question: str, game: _GameName | None = None, limit: _Limit = 5) -> Plain:
        """Find the clauses that govern a question, best first, and rulings on it.

        The question may be Japanese, English, romaji, a clause number or the text of a card.
        Without a game, all games are searched."""
        answers = self._rules.ask(question, game, limit=limit)
        found = as_json.answers_json(answers)
        for each, answer in zip(found["answers"], answers.found, strict=True):
            each |= self._place(answer.game, answer.clause.number)
        found["rulings"] = [self._ruling(ruling) for ruling in answers.rulings]
        return found | {"note": " ".join((*answers.notes, _NOTES[answers.confidence]))}

    def show(self, game: _GameName, number: str) -> Plain:
        """Show a clause by its number: text, clauses above and below, references, terms."""
        found = self._rules.clause(game, number)
        book = self._rules.book(game)
        rulings = self._rules.rulings.at(game, found.place.clause.number)
        # The same key as in ``ask``: the clause was named, so nothing is guessed from words.
        more = self._place(book.game, found.place.clause.number) | {"confidence": "sure"}
        return as_json.clause_json(book, found, rulings) | more

    def term(self, word: str, game: _GameName | None = None) -> Plain:
        """Say what a word means in the rules; players' words lead to those of the rules."""
        entries = self._rules.term(word, game)
        meanings = [
            as_json.term_json(e) | self._place(e.linked.book.game, e.term.clause) for e in entries
        ]
        return {"word": word, "confidence": "sure", "meanings": meanings}

    def compare(self, concept: str) -> Plain:
        """Compare a concept (山札, refresh, ...) in all games, with the clauses that govern it."""
        games = {game.id: game for game in self._rules.games}
        books = {id: self._rules.book(id) for id in games}
        compared = []
        for found in self._rules.compare(concept):
            rows = as_json.concept_json(found, books)
            for each in rows["games"]:
                each |= self._place(games[each["game"]], each["clause"])
            page = addresses.concept_entry(found.kind, found.id)
            compared.append(rows | {"address": self._site + page})
        # The concept was named: as in ``show``, nothing is guessed.
        return {"confidence": "sure", "concepts": compared}

    def annotate(self, game: _GameName, text: str) -> Plain:
        """Name the clauses that govern each ability of a card text, the deciding ones first.

        `unparsed` is what is not understood; say so, and do not guess at it."""
        annotation = self._rules.annotate(game, text)
        whole = annotation.as_json()
        pairs = [*zip(whole["meaning"], whole["governing"], strict=True)]
        abilities = [{"text": text[a["start"] : a["end"]], "governing": by} for a, by in pairs]
        numbers = [each["number"] for _, clauses in pairs for each in clauses]
        return {
            **{key: whole[key] for key in ("game", "text", "status", "coverage", "unparsed")},
            "confidence": _UNDERSTOOD[whole["status"]],
            "abilities": abilities,
            "clauses": self._texts(annotation.game, numbers),
        }

    def resolve(self, game: _GameName, text: str) -> Plain:
        """Follow each ability of a card text from its trigger to its end, step by step."""
        resolution = self._rules.resolve(game, text)
        annotation = resolution.annotation
        steps = (step for ability in resolution.abilities for step in ability.steps)
        numbers = (number for step in steps for number in step.clauses)
        return {
            **resolution.as_json(),
            "confidence": _UNDERSTOOD[annotation.reading.status],
            "clauses": self._texts(annotation.game, numbers),
        }

    def rulings(
        self, query: str = "", game: _GameName | None = None, number: str = "", limit: _Limit = 5
    ) -> Plain:
        """Find rulings by the words of `query`, or by the `number` of a clause of a game.

        Rulings are not part of the rules; `source` says whose they are."""
        ruled = self._rules.rulings
        if number and game:
            found = ruled.at(game, number)
        elif query and not number:
            found = ruled.search(query, game, limit=limit)
        else:
            hint = "Give words as query, or the number of a clause with its game."
            raise RulebookError("there is nothing to search for", hint=hint)
        return {"found": len(found), "rulings": [self._ruling(each) for each in found[:limit]]}

    def cite(self, text: str, game: _GameName | None = None) -> Plain:
        """Check the clause numbers in a text, and the words quoted next to them.

        Use it on your own answer. The status of each is found, missing, moved, misquoted,
        unchecked (words quoted near it are not in the clause) or ambiguous."""
        checked = self._rules.rulings.cite(text, game)
        rows, lines = [], LineIndex(text)
        for each in checked:
            start = each.citation.span.start
            found = as_json.citation_json("", lines.line(start), lines.column(start), each)
            del found["file"]
            if each.games and each.status != "missing":
                name = f"{each.games[0]}@{each.edition}" if each.edition else each.games[0]
                found |= self._place(self._rules.game(name), each.number)
            rows.append(found)
        return {"all_right": all(each.is_right for each in checked), "citations": rows}

    def _place(self, game: Game, number: str) -> Plain:
        """Return how a model cites a clause and its address, in its edition if not the current."""
        is_current = self._rules.game(game.id).key == game.key
        current = addresses.game_address(game.id, number)
        page = current if is_current else addresses.edition_address(game, number)
        edition = game.edition.name
        cite, address = f"{game.alias}@{edition} {number}", self._site + page
        return {"number": number, "edition": edition, "cite": cite, "address": address}

    def _texts(self, game: Game, numbers: Iterable[str]) -> list[Plain]:
        """Return each clause once with its words: a model must not quote from memory."""
        by_number = self._rules.book(game.key).by_number
        return [
            self._place(game, number)
            | {"title": by_number[number].title, "text": by_number[number].text}
            for number in dict.fromkeys(numbers)
        ]

    def _ruling(self, ruling: Ruling) -> Plain:
        """Return a ruling with its address, which the model gives to its user."""
        page = addresses.ruling_address(ruling.game, ruling.id)
        return as_json.ruling_json(ruling) | {"address": self._site + page}
