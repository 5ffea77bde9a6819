"""Decoding documents: accepted encodings, and messages for others."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest

from rulebook.clauses.corpus import corpus_digest
from rulebook.clauses.foreign import load_document
from rulebook.errors import CorpusError, DocumentError
from rulebook.text.data_files import decode_text
from tests.support import copied_game

TEXT = """1. ゲームの概要
1.1. 人数
1.1.1. 「アタック」は、２人のプレイヤーが行います。
1.1.2. カードを 1 枚引き、手札に加えます。
"""


@pytest.mark.parametrize("raw", [TEXT.encode("utf-8-sig"), TEXT.replace("\n", "\r\n").encode()])
def test_byte_order_mark_and_crlf_are_accepted(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(raw)
    book = load_document(str(path))
    assert list(book.by_number) == ["1", "1.1", "1.1.1", "1.1.2"]
    assert book.source == tuple(TEXT.split("\n"))


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-8"])
def test_byte_order_mark_and_crlf_are_accepted_in_a_corpus(tmp_path: Path, codec: str) -> None:
    corpus = copied_game("legend-of-stars", tmp_path)
    game = corpus.game("los")
    plain = corpus.read(game)
    raw = decode_text(game.edition.path.read_bytes()).replace("\n", "\r\n").encode(codec)
    game.edition.path.write_bytes(raw)
    edition_file = game.edition.path.with_name("edition.toml")
    digest = hashlib.sha256(raw).hexdigest()
    old = edition_file.read_text(encoding="utf-8")
    edition_file.write_text(old.replace(game.edition.sha256, digest), encoding="utf-8")
    corpus = copied_game("legend-of-stars", tmp_path)
    assert corpus.read(corpus.game("los")).clauses == plain.clauses


@pytest.mark.parametrize(
    ("codec", "name", "command"),
    [
        ("cp932", "Shift_JIS", "iconv -f CP932 "),
        ("euc_jp", "EUC-JP", "iconv -f EUC-JP "),
        ("iso2022_jp", "ISO-2022-JP", "iconv -f ISO-2022-JP "),
        ("utf-16", "UTF-16", "iconv -f UTF-16 "),
        ("utf-16-be", "UTF-16", "iconv -f UTF-16BE "),
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "カード一覧\nアタック・フェイズ\n",
        "山札手札控室\n先攻後攻\n",
        "1. 概要\n",
        "令和8年\n",
    ],
)
def test_other_encoding_is_named_with_remedy(
    tmp_path: Path, codec: str, name: str, command: str, text: str
) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(text.encode(codec))
    with pytest.raises(DocumentError, match="not UTF-8") as raised:
        load_document(str(path))
    assert name in raised.value.hint
    assert command in raised.value.hint


def test_binary_file_gets_no_suggestion(tmp_path: Path) -> None:
    path = tmp_path / "rules.bin"
    path.write_bytes(random.Random(7).randbytes(2000))
    with pytest.raises(DocumentError, match="not UTF-8") as raised:
        load_document(str(path))
    assert "iconv" not in raised.value.hint


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_endless_document_in_corpus_is_an_error(tmp_path: Path) -> None:
    corpus = copied_game("legend-of-stars", tmp_path)
    document = corpus.game("los").edition.path
    document.unlink()
    document.symlink_to("/dev/zero")
    with pytest.raises(CorpusError, match="larger than"):
        corpus.source(corpus.game("los"))
    with pytest.raises(CorpusError, match="not a regular file"):
        corpus_digest(tmp_path)
