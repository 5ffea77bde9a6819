"""A file is written completely or not at all, and no other file is touched."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from rulebook.files import put_file


def test_permissions_and_links_are_preserved(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    put_file(link, "new")
    assert (link.is_symlink(), file.read_text(encoding="utf-8")) == (True, "new")
    assert file.stat().st_mode & 0o777 == 0o640


def test_failed_write_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for place in (tmp_path / "folder", tmp_path / ("x" * 300), tmp_path / "none" / "file"):
        with pytest.raises(OSError, match=r".") as raised:
            put_file(place, "new")
        assert raised.value.filename == str(place)  # not that of the temporary file
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    put_file(tmp_path / ("x" * 250), "as long as a name may be, nearly")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have no name there")
def test_pipe_is_written_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        put_file(pipe, "new")
        assert os.read(reader, 10) == b"new"
        assert pipe.is_fifo()
    finally:
        os.close(reader)
